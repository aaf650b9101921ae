/* What .cfi_sections names: .sframe with other sections, in any order, and without it. */
#include "../families.h"
#include "../texts.h"

static const struct {
    const char *sections;
    bool sframe;
} lists[] = {
    {".sframe", true},
    {".sframe, .eh_frame", true},
    {".debug_frame, .sframe", true},
    {".eh_frame, .debug_frame, .sframe", true},
    {".sframe, .sframe", true},
    {".eh_frame", false},
    {".debug_frame", false},
};

static void name_list(struct program_text *frame)
{
    struct program_emitter *const emitter = frame->emitter;
    emitter->program.about = SAY(emitter->about_buffer, "%s: %s", emitter->sections, frame->about);
    gen_emit_program(emitter);
}

void gen_programs_listed(struct program_emitter *emitter)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        gen_begin_unit(emitter, lists[i].sections, lists[i].sframe);
        gen_read_text(&(struct program_text){.emitter = emitter, .name = "frames", .take = name_list});
    }
}
