/* Functions and rows at the limits of starts of one, two and four bytes. */
#include "../directives.h"
#include "../families.h"

static const int64_t limits[] = {0, 4, 252, 256, 260, 65532, 65536, 65540, 0x100000};

static void one_span(struct program_emitter *emitter, int64_t before, int64_t behind)
{
    SAY(emitter->about_buffer, "a row at %" PRId64 " and %" PRId64 " bytes behind it", before, behind);
    struct program *const program = gen_begin_program(emitter, emitter->about_buffer);
    if (before != 0)
        gen_add_code(program, before);
    gen_add_rule(program, STEP_ADJUST_CFA_OFFSET, 0, 8);
    if (behind != 0)
        gen_add_code(program, behind);
    gen_emit_program(emitter);
}

void gen_programs_spans(struct program_emitter *emitter)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        for (size_t j = 0; j < sizeof limits / sizeof *limits; j++)
            one_span(emitter, limits[i], limits[j]);
}
