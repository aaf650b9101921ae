/* Each directive alone: at the start, between code, at the end. */
#include "../directives.h"
#include "../families.h"

/* Behind .cfi_startproc simple. */
static void where_nothing_holds(struct program_emitter *emitter, const struct directive *directive,
                                bool at_start)
{
    const int64_t piece = gen_code_piece(emitter->abi);
    struct program *const program =
        gen_begin_program(emitter, JOIN(emitter->about_buffer, directive->name, " where nothing holds",
                                        at_start ? " at the start" : ""));
    program->simple = true;
    if (!at_start)
        gen_add_code(program, piece);
    gen_add_step(program, directive->step);
    gen_add_code(program, piece);
    gen_emit_program(emitter);
}

void gen_programs_single(struct program_emitter *emitter)
{
    struct directive directives[MAX_DIRECTIVES];
    static const char *const places[] = {" at the start", " between code", " at the end"};
    const unsigned count = gen_list_directives(emitter->abi, directives);
    const int64_t piece = gen_code_piece(emitter->abi);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned place = 0; place < sizeof places / sizeof *places; place++) {
            struct program *const program =
                gen_begin_program(emitter, JOIN(emitter->about_buffer, directives[i].name, places[place]));
            if (place != 0)
                gen_add_code(program, piece);
            gen_add_step(program, directives[i].step);
            if (place != 2)
                gen_add_code(program, piece);
            gen_emit_program(emitter);
        }
    }
    for (unsigned at_start = 0; at_start < 2; at_start++)
        for (unsigned i = 0; i < count; i++)
            where_nothing_holds(emitter, &directives[i], at_start != 0);
}
