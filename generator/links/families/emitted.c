/* Results that keep their relocations: each must still lie at the start that it is of, wherever sorting and a
 * PLT's entries put that. */
#include "../families.h"
#include "emit/sets.h"

static const struct kind {
    const char *name;
    const char *sections[2]; /* of the object's code, as the table has them */
    bool calls;              /* of a function that is elsewhere, so that there is a PLT */
    unsigned modes;
} kinds[] = {
    {"plain", {".text"}, false, 1 << MODE_SHARED | 1 << MODE_STATIC | 1 << MODE_PIE},
    {"turned", {".text", ".text.unlikely"}, false, 1 << MODE_SHARED | 1 << MODE_STATIC | 1 << MODE_PIE},
    {"calls", {".text"}, true, 1 << MODE_SHARED},
};

static void add_object(struct link_emitter *emitter, const struct kind *kind)
{
    gen_begin_tabled_object(emitter);
    for (unsigned i = 0; i < COUNT(kind->sections) && kind->sections[i] != NULL; i++) {
        const int text = gen_add_text(emitter, kind->sections[i], NULL);
        gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
        gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
        if (kind->calls)
            gen_add_call_of(emitter, text, "elsewhere");
    }
    gen_end_tabled_object(emitter);
}

void gen_links_emitted(struct link_emitter *emitter)
{
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (!is_in(kinds[i].modes, emitter->mode) || !gen_begin_link(emitter, "%s", kinds[i].name))
            continue;
        gen_link_option(emitter, "--emit-relocs");
        add_object(emitter, &kinds[i]);
        add_object(emitter, &kinds[i]);
        gen_end_link(emitter);
    }
}
