/* Sections that nothing refers to go with --gc-sections, and their entries with them; equal code is folded.
 */
#include "emit/sets.h"
#include "../families.h"

enum { PARTS = 4 };

/* Bits of `called`: which of the functions in sections of their own the start refers to. */
static void collect(struct link_emitter *emitter, unsigned called, bool gone)
{
    static const char *const names[PARTS] = {"part0", "part1", "part2", "part3"};
    char section[LINK_NAME];
    gen_begin_tabled_object(emitter);
    const int text = gen_add_text(emitter, ".text.start", NULL);
    gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    for (unsigned i = 0; i < PARTS; i++)
        if (is_in(called, i))
            gen_add_call_of(emitter, text, names[i]);
    gen_end_tabled_object(emitter);
    for (unsigned object = 0; object < 2; object++) {
        gen_begin_tabled_object(emitter);
        for (unsigned i = object; i < PARTS; i += 2) {
            const int own = gen_add_text(emitter, SAY(section, ".text.%s", names[i]), NULL);
            gen_add_named(emitter, own, i % 2 != 0 ? SHAPE_FRAME : SHAPE_LEAF,
                          gone && !is_in(called, i) ? FATE_GONE : FATE_KEPT, names[i], false);
        }
        gen_end_tabled_object(emitter);
    }
}

static void make_collected(struct link_emitter *emitter)
{
    static const char *const sets[1 << PARTS] = {"none", "0",  "1",  "01",  "2",  "02",  "12",  "012",
                                                 "3",    "03", "13", "013", "23", "023", "123", "0123"};
    for (unsigned called = 0; called < 1 << PARTS; called++) {
        for (unsigned collects = 0; collects < 2; collects++) {
            /* What a shared object has is visible, and nothing starts a relocatable one. */
            if ((emitter->mode != MODE_STATIC && emitter->mode != MODE_PIE) ||
                !gen_begin_link(emitter, "%s%s", collects != 0 ? "collected-" : "kept-", sets[called]))
                continue;
            if (collects != 0)
                gen_link_option(emitter, "--gc-sections");
            collect(emitter, called, collects != 0);
            gen_end_link(emitter);
        }
    }
}

/* Two equal functions in sections of their own: one stays, under both names. */
static void make_folded(struct link_emitter *emitter)
{
    if (emitter->mode == MODE_RELOCATABLE || !gen_begin_link(emitter, "folded"))
        return;
    gen_link_option(emitter, "--icf=all");
    for (unsigned object = 0; object < 2; object++) {
        const int text = gen_begin_plain_object(emitter);
        const enum link_fate fate = object == 0 ? FATE_KEPT : FATE_SILENT;
        gen_add_described(emitter, text, SHAPE_FRAME, fate);
        gen_add_named(emitter, gen_add_text(emitter, ".text.twin", NULL), SHAPE_LEAF, fate,
                      object == 0 ? "twin0" : "twin1", false);
        gen_end_tabled_object(emitter);
    }
    gen_end_link(emitter);
}

/* The start calls a function that calls another; a third goes. */
static void make_chain(struct link_emitter *emitter)
{
    static const struct {
        const char *section, *name, *callee;
    } links[] = {{".text.start", "start", "near"}, {".text.near", "near", "far"}, {".text.far", "far", NULL},
                 {".text.alone", "alone", NULL}};
    if (emitter->mode != MODE_STATIC || !gen_begin_link(emitter, "chain"))
        return;
    gen_link_option(emitter, "--gc-sections");
    for (size_t i = 0; i < COUNT(links); i++) {
        gen_begin_tabled_object(emitter);
        const int text = gen_add_text(emitter, links[i].section, NULL);
        if (i == 0)
            gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
        else
            gen_add_named(emitter, text, SHAPE_FRAME, i + 1 == COUNT(links) ? FATE_GONE : FATE_KEPT,
                          links[i].name, false);
        if (links[i].callee != NULL)
            gen_add_call_of(emitter, text, links[i].callee);
        gen_end_tabled_object(emitter);
    }
    gen_end_link(emitter);
}

void gen_links_garbage(struct link_emitter *emitter)
{
    gen_for_links(emitter, true, make_collected);
    gen_for_links(emitter, true, make_folded);
    gen_for_links(emitter, true, make_chain);
}
