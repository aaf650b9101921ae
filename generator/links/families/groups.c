/* COMDAT groups: the first of a name stays, and of the others only their entries are left, which must go. */
#include "../families.h"
#include "emit/sets.h"

enum { SHARED_FUNCTIONS = 3 };

/* Which functions this object has in groups, as bits; the first object with one keeps it. */
static void add_object(struct link_emitter *emitter, unsigned functions, unsigned kept, bool between)
{
    static const char *const names[SHARED_FUNCTIONS] = {"shared0", "shared1", "shared2"};
    static const unsigned shapes[SHARED_FUNCTIONS] = {SHAPE_FRAME, SHAPE_LEAF, SHAPE_FRAME};
    char section[LINK_NAME];
    const int text = gen_begin_plain_object(emitter);
    gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    if (!between)
        gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    for (unsigned i = 0; i < SHARED_FUNCTIONS; i++) {
        if (!is_in(functions, i))
            continue;
        const int own = gen_add_text(emitter, SAY(section, ".text.%s", names[i]), names[i]);
        gen_add_named(emitter, own, shapes[i], is_in(kept, i) ? FATE_KEPT : FATE_SILENT, names[i], false);
    }
    if (between)
        gen_add_described(emitter, gen_add_text(emitter, ".text.last", NULL), SHAPE_FRAME, FATE_KEPT);
    gen_end_tabled_object(emitter);
}

static void make(struct link_emitter *emitter)
{
    static const char *const sets[] = {"", "0", "1", "01", "2", "02", "12", "012"};
    for (unsigned first = 1; first < COUNT(sets); first++) {
        for (unsigned second = 1; second < COUNT(sets); second++) {
            if ((first + second) % LINK_MODES != (unsigned)emitter->mode ||
                !gen_begin_link(emitter, "%s+%s", sets[first], sets[second]))
                continue;
            add_object(emitter, first, first, false);
            add_object(emitter, second, second & ~first, true);
            add_object(emitter, 7, 7 & ~(first | second), false);
            gen_end_link(emitter);
        }
    }
}

/* A function of a group; the next object may have the same one. */
static void add_member(struct link_emitter *emitter, const char *section, const char *group, const char *name,
                       enum link_fate fate)
{
    gen_add_named(emitter, gen_add_text(emitter, section, group), SHAPE_FRAME, fate, name, false);
}

/* A function and its unlikely part in one group, which two objects have. */
static void make_parts(struct link_emitter *emitter)
{
    for (unsigned object = 0; object < 2; object++) {
        const enum link_fate fate = object == 0 ? FATE_KEPT : FATE_SILENT;
        gen_begin_tabled_object(emitter);
        gen_add_described(emitter, gen_add_text(emitter, ".text", NULL), SHAPE_LEAF, FATE_KEPT);
        add_member(emitter, ".text.shared", "shared", "shared", fate);
        add_member(emitter, ".text.unlikely.shared", "shared", "shared.cold", fate);
        gen_end_tabled_object(emitter);
    }
}

/* Groups of other names whose sections have one name. */
static void make_same_sections(struct link_emitter *emitter)
{
    static const char *const names[] = {"one", "other"};
    for (unsigned object = 0; object < COUNT(names); object++) {
        gen_begin_tabled_object(emitter);
        gen_add_described(emitter, gen_add_text(emitter, ".text", NULL), SHAPE_LEAF, FATE_KEPT);
        add_member(emitter, ".text.shared", names[object], names[object], FATE_KEPT);
        gen_end_tabled_object(emitter);
    }
}

static void make_more(struct link_emitter *emitter)
{
    static const struct {
        const char *name;
        void (*make)(struct link_emitter *emitter);
    } links[] = {{"two-parts", make_parts}, {"same-sections", make_same_sections}};
    for (size_t i = 0; i < COUNT(links); i++)
        if (emitter->mode == MODE_STATIC && gen_begin_link(emitter, "%s", links[i].name)) {
            links[i].make(emitter);
            gen_end_link(emitter);
        }
}

void gen_links_groups(struct link_emitter *emitter)
{
    gen_for_links(emitter, true, make);
    gen_for_links(emitter, true, make_more);
}
