/* Every register that CFI can name: saved, the place of FP, and what the CFA counts from. */
#include "../directives.h"
#include "../families.h"

static const struct {
    const char *name;
    enum step_kind kind;
    bool into; /* FP goes there */
} uses[] = {
    {"saved", STEP_OFFSET, false},
    {"has fp", STEP_REGISTER, true},
    {"has the cfa", STEP_DEF_CFA, false},
};

void gen_programs_registers(struct program_emitter *emitter)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    const int64_t piece = gen_code_piece(emitter->abi);
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++) {
        for (unsigned reg = 0; reg < REGISTERS; reg++) {
            struct program *const program = gen_begin_numbered(emitter, uses[i].name, reg);
            gen_add_code(program, piece);
            gen_add_step(program, (struct step){.kind = uses[i].kind,
                                                .reg = (uint8_t)(uses[i].into ? facts->fp : reg),
                                                .other = (uint8_t)reg,
                                                .offset = uses[i].kind == STEP_OFFSET ? -32 : 64});
            gen_add_code(program, piece);
            gen_emit_program(emitter);
        }
    }
}
