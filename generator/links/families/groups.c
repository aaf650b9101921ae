/* COMDAT groups: the first of a name stays, and of the others only their entries are left, which must go. */
#include "emit/sets.h"
#include "../families.h"

enum { SHARED_FUNCTIONS = 3 };

/* Which functions this object has in groups, as bits; the first object with one keeps it. */
static void add_object(struct link_emitter *emitter, unsigned functions, unsigned kept, bool between)
{
    static const char *const names[SHARED_FUNCTIONS] = {"shared0", "shared1", "shared2"};
    static const unsigned shapes[SHARED_FUNCTIONS] = {SHAPE_FRAME, SHAPE_LEAF, SHAPE_FRAME};
    char section[LINK_NAME];
    gen_begin_object(emitter);
    gen_begin_table(emitter);
    const int text = gen_add_text(emitter, ".text", NULL);
    gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    if (!between)
        gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    for (unsigned i = 0; i < SHARED_FUNCTIONS; i++) {
        if (!is_in(functions, i))
            continue;
        const int own = gen_add_text(emitter, JOIN(section, ".text.", names[i]), names[i]);
        gen_add_named(emitter, own, shapes[i], is_in(kept, i) ? FATE_KEPT : FATE_SILENT, names[i], false);
    }
    if (between)
        gen_add_described(emitter, gen_add_text(emitter, ".text.last", NULL), SHAPE_FRAME, FATE_KEPT);
    gen_end_table(emitter);
    gen_end_object(emitter);
}

static void make(struct link_emitter *emitter, const struct link_manner *manner, enum abi abi,
                 enum link_mode mode)
{
    char detail[LINK_ID];
    static const char *const sets[] = {"", "0", "1", "01", "2", "02", "12", "012"};
    for (unsigned first = 1; first < COUNT(sets); first++) {
        for (unsigned second = 1; second < COUNT(sets); second++) {
            if ((first + second) % LINK_MODES != (unsigned)mode ||
                !gen_begin_link(emitter, manner, abi, mode, JOIN(detail, sets[first], "+", sets[second])))
                continue;
            add_object(emitter, first, first, false);
            add_object(emitter, second, second & ~first, true);
            add_object(emitter, 7, 7 & ~(first | second), false);
            gen_end_link(emitter);
        }
    }
}

void gen_links_groups(struct link_emitter *emitter)
{
    gen_for_links(emitter, true, make);
}
