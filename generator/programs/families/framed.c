/* The functions of corpus/assembly/frames.s again, in other surroundings. */
#include "../assembly.h"
#include "../families.h"
#include "../texts.h"

#include <string.h>

/* --- In sections of all kinds: those of a unit change the section each time ------------------------------ */

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

/* --- With what .cfi_sections names: .sframe with other sections, in any order, and without it ------------- */

static void name_list(struct program_text *frame)
{
    struct program_emitter *const emitter = frame->emitter;
    emitter->program.about = SAY(emitter->about_buffer, "%s: %s", emitter->sections, frame->about);
    gen_emit_program(emitter);
}

void gen_programs_listed(struct program_emitter *emitter)
{
    static const char *const lists[] = {
        ".sframe",         ".sframe, .eh_frame", ".debug_frame, .sframe", ".eh_frame, .debug_frame, .sframe",
        ".sframe, .sframe", ".eh_frame",          ".debug_frame"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        gen_begin_unit(emitter, lists[i], strstr(lists[i], ".sframe") != NULL);
        gen_read_text(&(struct program_text){.emitter = emitter, .name = "frames", .take = name_list});
    }
}
