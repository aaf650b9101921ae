/* Every two directives, in both orders, with and without code between them. */
#include "../directives.h"
#include "../families.h"

/* What is remembered must be there before it is taken back: two states, so that either directive may take one. */
static void begin_with_code(struct program *program, int64_t piece)
{
    gen_add_code(program, piece);
    gen_add_step(program, (struct step){.kind = STEP_REMEMBER_STATE});
    gen_add_step(program, (struct step){.kind = STEP_ADJUST_CFA_OFFSET, .offset = 16});
    gen_add_code(program, piece);
    gen_add_step(program, (struct step){.kind = STEP_REMEMBER_STATE});
    gen_add_step(program, (struct step){.kind = STEP_ADJUST_CFA_OFFSET, .offset = 16});
    gen_add_code(program, piece);
}

void gen_programs_pairs(struct program_emitter *emitter)
{
    struct directive directives[MAX_DIRECTIVES];
    const unsigned count = gen_list_directives(emitter->abi, directives);
    const int64_t piece = gen_code_piece(emitter->abi);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < count; j++) {
            for (unsigned apart = 0; apart < 2; apart++) {
                const bool takes_back = directives[i].step.kind == STEP_RESTORE_STATE ||
                                        directives[j].step.kind == STEP_RESTORE_STATE;
                struct program *const program = gen_begin_program(
                    emitter, JOIN(emitter->about_buffer, directives[i].name, apart != 0 ? ", code, " : ", ",
                                  directives[j].name));
                if (takes_back)
                    begin_with_code(program, piece);
                else
                    gen_add_code(program, piece);
                gen_add_step(program, directives[i].step);
                if (apart != 0)
                    gen_add_code(program, piece);
                gen_add_step(program, directives[j].step);
                gen_add_code(program, piece);
                gen_emit_program(emitter);
            }
        }
    }
}
