/* What .cfi_sections names: .sframe with other sections, in any order, and without it. */
#include "../families.h"

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

void gen_programs_listed(struct program_emitter *emitter)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        gen_begin_unit(emitter, lists[i].sections, lists[i].sframe);
        for (unsigned k = 0; k < gen_frame_count(); k++) {
            gen_make_frame(emitter, k);
            emitter->program.about =
                SAY(emitter->about_buffer, "%s: %s", lists[i].sections, emitter->program.about);
            gen_emit_program(emitter);
        }
    }
}
