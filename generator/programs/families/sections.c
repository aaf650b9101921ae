/* Functions in sections of all kinds: those of a unit change the section each time. */
#include "../assembly.h"
#include "../families.h"
#include "../texts.h"

static void in_each(struct program_text *frame)
{
    struct program_emitter *const emitter = frame->emitter;
    for (enum text_section section = IN_TEXT; section < IN_NOBITS; section++) {
        emitter->program.about =
            SAY(emitter->about_buffer, "%s: %s", gen_section_name(section), frame->about);
        emitter->program.section = section;
        gen_emit_program(emitter);
    }
}

void gen_programs_sections(struct program_emitter *emitter)
{
    gen_read_text(&(struct program_text){.emitter = emitter, .name = "frames", .take = in_each});
}
