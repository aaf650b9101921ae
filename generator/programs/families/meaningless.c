/* Directives that mean nothing where they stand, as one takes back what was never remembered: an assembler
 * must refuse the function, or leave it out.  What it says from there on, nobody said. */
#include "../directives.h"
#include "../families.h"

static const struct {
    const char *name;
    enum step_kind before, kind;
} wrongs[] = {
    {"nothing remembered", STEP_CODE, STEP_RESTORE_STATE},
    {"no register: def_cfa_register", STEP_ESCAPE_CFA_AT, STEP_DEF_CFA_REGISTER},
    {"no register: def_cfa_offset", STEP_ESCAPE_CFA_AT, STEP_DEF_CFA_OFFSET},
    {"no register: adjust_cfa_offset", STEP_ESCAPE_CFA_COMPLEX, STEP_ADJUST_CFA_OFFSET},
    {"no register: rel_offset", STEP_ESCAPE_CFA_COMPLEX, STEP_REL_OFFSET},
};

enum { WAYS = 8 }; /* bits: simple, code before it, another directive before it */

static void one_wrong(struct program_emitter *emitter, size_t wrong, unsigned way)
{
    const struct abi_facts *const facts = &gen_abi_facts[emitter->abi];
    const int64_t piece = gen_code_piece(emitter->abi);
    struct program *const program = gen_begin_numbered(emitter, wrongs[wrong].name, way);
    program->meaningless = true;
    program->simple = (way & 1) != 0;
    gen_add_code(program, piece);
    if ((way & 4) != 0)
        gen_add_rule(program, STEP_OFFSET, facts->fp, -24);
    if (wrongs[wrong].before != STEP_CODE)
        gen_add_rule(program, wrongs[wrong].before, facts->fp, 16);
    if ((way & 2) != 0)
        gen_add_code(program, piece);
    gen_add_rule(program, wrongs[wrong].kind, facts->fp, 32);
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

/* One taking back too many. */
static void taken_back(struct program_emitter *emitter, unsigned states)
{
    const int64_t piece = gen_code_piece(emitter->abi);
    struct program *const program = gen_begin_numbered(emitter, "one taken back too many, of", states);
    program->meaningless = true;
    for (unsigned i = 0; i < states; i++) {
        gen_add_code(program, piece);
        gen_add_step(program, (struct step){.kind = STEP_REMEMBER_STATE});
        gen_add_rule(program, STEP_ADJUST_CFA_OFFSET, 0, 16);
    }
    for (unsigned i = 0; i <= states; i++) {
        gen_add_code(program, piece);
        gen_add_step(program, (struct step){.kind = STEP_RESTORE_STATE});
    }
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

void gen_programs_meaningless(struct program_emitter *emitter)
{
    for (size_t i = 0; i < sizeof wrongs / sizeof *wrongs; i++)
        for (unsigned way = 0; way < WAYS; way++)
            one_wrong(emitter, i, way);
    for (unsigned states = 1; states <= 4; states++)
        taken_back(emitter, states);
}
