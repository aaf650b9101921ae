/* Functions, rows and starts of functions at the limits of what four bytes count, in sections that have no
 * bytes in the file. */
#include "../directives.h"
#include "../families.h"

static const int64_t limits[] = {0x7ffffffc, 0x80000000, 0xfffffff8, 0x100000000};

static void far(struct program_emitter *emitter, int64_t behind)
{
    struct program *const program = gen_begin_numbered(emitter, "behind", behind);
    program->section = IN_NOBITS;
    program->behind = behind;
    gen_add_code(program, 4);
    gen_add_rule(program, STEP_ADJUST_CFA_OFFSET, 0, 16);
    gen_add_code(program, 4);
    gen_emit_program(emitter);
}

void gen_programs_large(struct program_emitter *emitter)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct program *program = gen_begin_numbered(emitter, "of bytes:", limits[i]);
        program->section = IN_NOBITS;
        gen_add_code(program, limits[i]);
        gen_emit_program(emitter);
        program = gen_begin_numbered(emitter, "a row at", limits[i]);
        program->section = IN_NOBITS;
        gen_add_code(program, limits[i]);
        gen_add_rule(program, STEP_ADJUST_CFA_OFFSET, 0, 16);
        gen_add_code(program, 4);
        gen_emit_program(emitter);
    }
    gen_begin_unit(emitter, ".sframe", true); /* four bytes of an .eh_frame do not lead there */
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        far(emitter, limits[i]);
}
