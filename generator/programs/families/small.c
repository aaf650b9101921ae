/* Functions of no bytes, and of one piece of code, alone and side by side. */
#include "../directives.h"
#include "../families.h"

enum { TURNS = 4 };

void gen_programs_small(struct program_emitter *emitter)
{
    struct directive directives[MAX_DIRECTIVES];
    const unsigned count = gen_list_directives(emitter->abi, directives);
    const int64_t piece = gen_code_piece(emitter->abi);
    for (int64_t turn = 0; turn < TURNS;
         turn++) { /* so that each has one of either size before and behind it */
        (void)gen_begin_numbered(emitter, "no code, no directive", turn);
        gen_emit_program(emitter);
        if (turn % 2 == 0)
            continue;
        gen_add_code(gen_begin_numbered(emitter, "one piece, no directive", turn), piece);
        gen_emit_program(emitter);
    }
    for (unsigned i = 0; i < count; i++) {
        gen_add_step(
            gen_begin_program(emitter, SAY(emitter->about_buffer, "no code, %s", directives[i].name)),
            directives[i].step);
        gen_emit_program(emitter);
        struct program *const program =
            gen_begin_program(emitter, SAY(emitter->about_buffer, "one piece, %s", directives[i].name));
        gen_add_step(program, directives[i].step);
        gen_add_code(program, piece);
        gen_emit_program(emitter);
    }
}
