/* A state is remembered, changed and taken back.  Bits of a number say where code stands between the
 * steps. */
#include "../directives.h"
#include "../families.h"

enum { GAPS = 4 };

static void name_gaps(char buffer[GAPS + 2], unsigned gaps)
{
    buffer[0] = ' ';
    for (unsigned i = 0; i < GAPS; i++)
        buffer[1 + i] = (gaps >> i & 1) != 0 ? '+' : '-';
    buffer[GAPS + 1] = '\0';
}

/* Changed before, remembered, changed, taken back; and all of it twice if it is nested. */
static void add_steps(struct program *program, const struct step *before, const struct step *between, unsigned gaps,
                      int64_t piece, bool nested)
{
    const struct step remember = {.kind = STEP_REMEMBER_STATE}, back = {.kind = STEP_RESTORE_STATE};
    const struct step *const steps[] = {before, &remember, between, &back};
    for (unsigned i = 0; i < GAPS; i++) {
        if ((gaps >> i & 1) != 0)
            gen_add_code(program, piece);
        if (nested && i == 2)
            add_steps(program, between, between, gaps, piece, false);
        gen_add_step(program, *steps[i]);
    }
    gen_add_code(program, piece);
}

void gen_programs_remembered(struct program_emitter *emitter)
{
    struct directive directives[MAX_DIRECTIVES];
    const unsigned count = gen_list_directives(emitter->abi, directives);
    const int64_t piece = gen_code_piece(emitter->abi);
    const struct step before = {.kind = STEP_ADJUST_CFA_OFFSET, .offset = 16};
    for (unsigned i = 0; i < count; i++) {
        for (unsigned gaps = 0; gaps < 1U << GAPS; gaps++) {
            for (int nested = 0; nested < 2; nested++) {
                char gap_buffer[GAPS + 2];
                name_gaps(gap_buffer, gaps);
                struct program *const program =
                    gen_begin_program(emitter, SAY(emitter->about_buffer, "%s%s%s", directives[i].name,
                                                   gap_buffer, nested != 0 ? " nested" : ""));
                add_steps(program, &before, &directives[i].step, gaps, piece, nested != 0);
                gen_emit_program(emitter);
            }
        }
    }
}
