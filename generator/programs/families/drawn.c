/* Directives drawn at random, with code between some of them. */
#include "../directives.h"
#include "../families.h"

enum { PROGRAMS = 1000, LONGEST = 24 };

static void draw_program(struct program_emitter *emitter, const struct directives *directives)
{
    struct random *const random = &emitter->random;
    struct program *const program = &emitter->program;
    const uint64_t length = 1 + random_below(random, LONGEST);
    gen_add_code(program, gen_code_piece(emitter->abi));
    for (uint64_t i = 0; i < length; i++) {
        gen_add_step(program, directives->list[random_below(random, directives->first)].step);
        if (random_below(random, 2) == 0)
            gen_add_code(program, gen_code_piece(emitter->abi) * (int64_t)(1 + random_below(random, 4)));
    }
    gen_add_code(program, gen_code_piece(emitter->abi));
}

void gen_programs_drawn(struct program_emitter *emitter)
{
    const struct directives *const directives = gen_directives(emitter);
    for (unsigned i = 0; i < PROGRAMS; i++) {
        (void)gen_begin_numbered(emitter, "draw", i);
        draw_program(emitter, directives);
        gen_emit_program(emitter);
    }
}
