/* Every two directives, in both orders, with and without code between them. */
#include "../directives.h"
#include "../families.h"

/* Remembers two states, as both directives of a pair may be .cfi_restore_state, which needs one. */
static void begin_with_code(struct program *program, int64_t piece)
{
    for (unsigned i = 0; i < 2; i++) {
        gen_add_code(program, piece);
        gen_add_step(program, (struct step){.kind = STEP_REMEMBER_STATE});
        gen_add_step(program, (struct step){.kind = STEP_ADJUST_CFA_OFFSET, .offset = 16});
    }
    gen_add_code(program, piece);
}

static void emit_pair(struct program_emitter *emitter, const struct directive *first,
                      const struct directive *second, bool apart)
{
    const int64_t piece = gen_code_piece(emitter->abi);
    const bool takes_back = first->step.kind == STEP_RESTORE_STATE || second->step.kind == STEP_RESTORE_STATE;
    struct program *const program = gen_begin_program(
        emitter, SAY(emitter->about_buffer, "%s%s%s", first->name, apart ? ", code, " : ", ", second->name));
    if (takes_back)
        begin_with_code(program, piece);
    else
        gen_add_code(program, piece);
    gen_add_step(program, first->step);
    if (apart)
        gen_add_code(program, piece);
    gen_add_step(program, second->step);
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

void gen_programs_pairs(struct program_emitter *emitter)
{
    const struct directives *const directives = gen_directives(emitter);
    const struct directive *const list = directives->list;
    const unsigned count = directives->count, first = directives->first;
    for (unsigned later = 0; later < 2; later++)
        for (unsigned i = 0; i < count; i++)
            for (unsigned j = 0; j < count; j++)
                for (unsigned apart = 0; apart < 2; apart++)
                    if ((i >= first || j >= first) == (later != 0))
                        emit_pair(emitter, &list[i], &list[j], apart != 0);
}
