/* Each directive alone: at the start, between code, at the end. */
#include "../directives.h"
#include "../families.h"

/* Behind .cfi_startproc simple. */
static void where_nothing_holds(struct program_emitter *emitter, const struct directive *directive,
                                bool at_start)
{
    const int64_t piece = gen_code_piece(emitter->abi);
    struct program *const program =
        gen_begin_program(emitter, SAY(emitter->about_buffer, "%s where nothing holds%s", directive->name,
                                       at_start ? " at the start" : ""));
    program->simple = true;
    if (!at_start)
        gen_add_code(program, piece);
    gen_add_step(program, directive->step);
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

static void emit_range(struct program_emitter *emitter, const struct directive *directives, unsigned from,
                       unsigned to)
{
    static const char *const places[] = {" at the start", " between code", " at the end"};
    const int64_t piece = gen_code_piece(emitter->abi);
    for (unsigned i = from; i < to; i++) {
        for (unsigned place = 0; place < sizeof places / sizeof *places; place++) {
            struct program *const program = gen_begin_program(
                emitter, SAY(emitter->about_buffer, "%s%s", directives[i].name, places[place]));
            if (place != 0)
                gen_add_code(program, piece);
            gen_add_step(program, directives[i].step);
            if (place != 2)
                gen_add_code(program, piece);
            gen_emit_program(emitter);
        }
    }
    for (unsigned i = from; i < to; i++)
        where_nothing_holds(emitter, &directives[i], false);
}

void gen_programs_single(struct program_emitter *emitter)
{
    struct directive directives[MAX_DIRECTIVES];
    const unsigned count = gen_list_directives(emitter->abi, directives),
                   first = gen_first_directives(emitter->abi);
    emit_range(emitter, directives, 0, first);
    emit_range(emitter, directives, first, count);
    for (unsigned i = 0; i < count; i++)
        where_nothing_holds(emitter, &directives[i], true);
}
