/* Functions in sections of all kinds: those of a unit change the section each time. */
#include "../directives.h"
#include "../families.h"

static const char *const names[TEXT_SECTIONS] = {
    [IN_TEXT] = "text",
    [IN_UNLIKELY] = "unlikely",
    [IN_HOT] = "hot",
    [IN_ONE_OF_ITS_OWN] = "one of its own",
    [IN_SUBSECTION] = "a subsection",
    [IN_LATER_SUBSECTION] = "a later subsection",
    [IN_COMDAT] = "a COMDAT group",
    [IN_LINKONCE] = "linkonce",
    [IN_EXCLUDED] = "excluded",
    [IN_RETAINED] = "retained",
    [IN_INIT] = "init",
};

void gen_programs_sections(struct program_emitter *emitter)
{
    for (unsigned i = 0; i < gen_frame_count(); i++) {
        for (unsigned section = IN_TEXT; section < IN_NOBITS; section++) {
            gen_make_frame(emitter, i);
            emitter->program.about =
                SAY(emitter->about_buffer, "%s: %s", names[section], emitter->program.about);
            emitter->program.section = (enum text_section)section;
            gen_emit_program(emitter);
        }
    }
}
