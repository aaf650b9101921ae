/* Linker scripts, as kernels and loaders have them: they order code, spread it, throw it away, and say
 * where the table lies. */
#include "emit/sets.h"
#include "../families.h"

enum {
    PROGRAMS = 1 << MODE_STATIC | 1 << MODE_PIE,
    ADDRESSES = PROGRAMS | 1 << MODE_SHARED,
    ALL_MODES = ADDRESSES | 1 << MODE_RELOCATABLE,
};

static const struct layout {
    const char *name;
    const char *commands; /* what stands in SECTIONS, behind the headers */
    const char *option; /* null: all is kept, also by linkers that collect unasked */
    unsigned modes;
    bool thrown_away; /* the sections .text.gone */
    bool calls;       /* of functions that are elsewhere, so that there is a PLT */
} layouts[] = {
    {.name = "turned",
     .commands = ".text : { *(.text.b) *(.text.a) *(.text) } .sframe : { *(.sframe) }",
     .modes = ALL_MODES},
    {.name = "split",
     .commands = ".late : { *(.text.b) } .text : { *(.text) *(.text.a) } .sframe : { *(.sframe) }",
     .modes = ALL_MODES},
    {.name = "table-first",
     .commands = ".sframe : { *(.sframe) } .text : { *(.text .text.*) }",
     .modes = ALL_MODES},
    {.name = "table-between",
     .commands = ".early : { *(.text.a) } .sframe : { *(.sframe) } .text : { *(.text .text.*) }",
     .modes = ALL_MODES},
    {.name = "table-behind-gap",
     .commands = ".text : { *(.text .text.*) } . = . + 0x20000; .sframe : { *(.sframe) }",
     .modes = ADDRESSES},
    {.name = "code-behind-gap",
     .commands = ".sframe : { *(.sframe) } .text : { *(.text .text.a) } . = . + 0x20000; .far : { *(.text.b) }",
     .modes = ADDRESSES},
    {.name = "table-not-named",
     .commands = ".text : { *(.text .text.*) }",
     .modes = ALL_MODES},
    {.name = "table-kept",
     .commands = ".text : { KEEP(*(.text .text.*)) } .sframe : { KEEP(*(.sframe)) }",
     .modes = PROGRAMS,
     .option = "--gc-sections"},
    {.name = "code-gone",
     .commands = "/DISCARD/ : { *(.text.gone) } .text : { *(.text .text.*) } .sframe : { *(.sframe) }",
     .modes = PROGRAMS,
     .thrown_away = true},
    {.name = "plt-behind-code",
     .commands = ".sframe : { *(.sframe) } .text : { *(.text .text.*) *(.plt .plt.*) }",
     .modes = 1 << MODE_SHARED,
     .calls = true},
    {.name = "other-name",
     .commands = ".text : { *(.text .text.*) } .unwinding : { *(.sframe) }",
     .modes = ADDRESSES},
};

static void add_object(struct link_emitter *emitter, const struct layout *layout)
{
    const int text = gen_begin_plain_object(emitter);
    gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    if (layout->calls)
        gen_add_call_of(emitter, text, "elsewhere");
    gen_add_described(emitter, gen_add_text(emitter, ".text.a", NULL), SHAPE_FRAME, FATE_KEPT);
    if (layout->thrown_away)
        gen_add_described(emitter, gen_add_text(emitter, ".text.gone", NULL), SHAPE_FRAME, FATE_GONE);
    gen_add_described(emitter, gen_add_text(emitter, ".text.b", NULL), SHAPE_LEAF, FATE_KEPT);
    gen_end_tabled_object(emitter);
}

void gen_links_scripts(struct link_emitter *emitter)
{
    char script[512];
    for (size_t i = 0; i < COUNT(layouts); i++) {
        const struct layout *const layout = &layouts[i];
        if (!is_in(layout->modes, emitter->mode) || !gen_begin_link(emitter, "%s", layout->name))
            continue;
        gen_link_script(emitter,
                        SAY(script, "SECTIONS {%s%s }\n",
                            emitter->mode == MODE_RELOCATABLE ? " " : " . = 0x100000 + SIZEOF_HEADERS; ",
                            layout->commands));
        gen_link_option(emitter, layout->option != NULL ? layout->option : "--no-gc-sections");
        add_object(emitter, layout);
        add_object(emitter, layout);
        gen_end_link(emitter);
    }
}
