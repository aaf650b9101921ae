/* PLTs: a linker makes them, and describes what their instructions do.  Which kind it makes is told by
 * options and by how functions are referred to: calls, or addresses in data, or functions that are chosen at
 * start-up. */
#include "../../sets.h"
#include "../families.h"

#include <elf.h>

static const struct style {
    const char *name;
    const char *options[3];
    bool chosen;  /* at start-up: STT_GNU_IFUNC */
    bool defined; /* in the link itself, where others may override it */
    unsigned modes, abis;
} styles[] = {
    {"lazy", {"-z", "lazy"}, false, false, 1 << MODE_SHARED, ANY_ABI},
    {"now", {"-z", "now"}, false, false, 1 << MODE_SHARED, ANY_ABI},
    {"own-lazy", {"-z", "lazy"}, false, true, 1 << MODE_SHARED, ANY_ABI},
    {"own-now", {"-z", "now"}, false, true, 1 << MODE_SHARED, ANY_ABI},
    {"ibt-lazy", {"-z", "ibtplt"}, false, false, 1 << MODE_SHARED, AMD},
    {"ibt-now", {"-z", "ibtplt", "-znow"}, false, false, 1 << MODE_SHARED, AMD},
    {"chosen-shared", {NULL}, true, true, 1 << MODE_SHARED, ANY_ABI},
    {"chosen-static", {NULL}, true, true, 1 << MODE_STATIC, ANY_ABI},
    {"chosen-static-pie", {"--no-dynamic-linker"}, true, true, 1 << MODE_PIE, ANY_ABI},
};

static const char *const callees[] = {"callee0", "callee1", "callee2", "callee3"};

static void add_callers(struct link_emitter *emitter, unsigned calls)
{
    gen_begin_object(emitter);
    gen_begin_table(emitter);
    const int text = gen_add_text(emitter, ".text", NULL);
    gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    for (unsigned i = 0; i < calls; i++)
        gen_add_call_of(emitter, text, callees[i]);
    gen_end_table(emitter);
    gen_end_object(emitter);
}

/* A second name for a function, under which it is chosen at start-up: linkers let that name stand for a stub.
 */
static void add_chosen(struct link_emitter *emitter, const char *body, const char *name)
{
    struct link_object *const object = &emitter->object;
    const struct link_symbol function = object->symbols[gen_link_symbol(object, body)];
    struct link_symbol *const symbol = &object->symbols[gen_link_symbol(object, name)];
    symbol->section = function.section;
    symbol->at = function.at;
    symbol->size = function.size;
    symbol->type = STT_GNU_IFUNC;
}

static void add_callees(struct link_emitter *emitter, unsigned calls, bool chosen)
{
    char body[LINK_NAME];
    gen_begin_object(emitter);
    gen_begin_table(emitter);
    const int text = gen_add_text(emitter, ".text", NULL);
    for (unsigned i = 0; i < calls; i++) {
        const char *const name = chosen ? JOIN(body, callees[i], "_body") : callees[i];
        gen_add_named(emitter, text, SHAPE_LEAF, FATE_KEPT, name, chosen);
        if (chosen)
            add_chosen(emitter, name, callees[i]);
    }
    gen_end_table(emitter);
    gen_end_object(emitter);
}

static void make(struct link_emitter *emitter, const struct link_manner *manner, enum abi abi,
                 enum link_mode mode)
{
    static const char *const counts[] = {"1", "2", "3", "4"};
    char detail[LINK_ID];
    for (size_t i = 0; i < COUNT(styles); i++) {
        const struct style *const style = &styles[i];
        for (unsigned calls = 1; calls <= COUNT(counts); calls++) {
            if (!is_in(style->modes, mode) || !is_in(style->abis, abi) ||
                !gen_begin_link(emitter, manner, abi, mode,
                                JOIN(detail, style->name, "-", counts[calls - 1])))
                continue;
            for (unsigned j = 0; j < COUNT(style->options) && style->options[j] != NULL; j++)
                gen_link_option(emitter, style->options[j]);
            add_callers(emitter, calls);
            if (style->defined)
                add_callees(emitter, calls, style->chosen);
            gen_end_link(emitter);
        }
    }
}

void gen_links_stubs(struct link_emitter *emitter)
{
    gen_for_links(emitter, true, make);
}
