/* Functions in several sections of code, under the names that compilers give them: linkers put hot, cold and
 * start-up code in an order of their own. */
#include "../families.h"
#include "emit/sets.h"

static const char *const names[] = {".text",           ".text.unlikely", ".text.hot",  ".text.startup",
                                    ".text.exit",      ".init",          ".fini",      ".text.f",
                                    ".text.unlikely.", "code",           ".text.a_b.c"};

static void add_object(struct link_emitter *emitter, const unsigned *sections, unsigned count)
{
    int texts[COUNT(names)];
    gen_begin_tabled_object(emitter);
    for (unsigned i = 0; i < count; i++) {
        texts[i] = gen_add_text(emitter, names[sections[i]], NULL);
        gen_add_described(emitter, texts[i], i % 2 == 0 ? SHAPE_FRAME : SHAPE_LEAF, FATE_KEPT);
        gen_add_described(emitter, texts[i], SHAPE_LEAF, FATE_KEPT);
    }
    gen_end_tabled_object(emitter);
}

/* Every two of them: in one object, and in two of which the second has them the other way round. */
static void make(struct link_emitter *emitter)
{
    for (unsigned first = 0; first < COUNT(names); first++) {
        for (unsigned second = 0; second < COUNT(names); second++) {
            if (first == second || (first + second) % LINK_MODES != (unsigned)emitter->mode ||
                !gen_begin_link(emitter, "%s+%s", names[first], names[second]))
                continue;
            add_object(emitter, (const unsigned[]){first, second}, 2);
            add_object(emitter, (const unsigned[]){second, first}, 2);
            gen_end_link(emitter);
        }
    }
}

static void make_all(struct link_emitter *emitter)
{
    unsigned sections[COUNT(names)];
    for (unsigned i = 0; i < COUNT(names); i++)
        sections[i] = i;
    if (!gen_begin_link(emitter, "all"))
        return;
    for (unsigned i = 0; i < 3; i++)
        add_object(emitter, sections, COUNT(names));
    gen_end_link(emitter);
}

void gen_links_texts(struct link_emitter *emitter)
{
    gen_for_links(emitter, true, make);
    gen_for_links(emitter, true, make_all);
}
