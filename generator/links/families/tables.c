/* Several tables in one object, rows that functions share, functions that are in no table. */
#include "../families.h"
#include "emit/sets.h"

#include <elf.h>

/* The code that the table describes stands behind code that it does not describe. */
static void second_section(struct link_emitter *emitter)
{
    gen_begin_tabled_object(emitter);
    gen_add_undescribed(emitter, gen_add_text(emitter, ".text", NULL),
                        gen_shape_size(SHAPE_LEAF, emitter->abi));
    gen_add_described(emitter, gen_add_text(emitter, ".text.f", NULL), SHAPE_FRAME, FATE_KEPT);
    gen_end_tabled_object(emitter);
}

static void shared_rows(struct link_emitter *emitter)
{
    const int text = gen_begin_plain_object(emitter);
    gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    gen_add_sharing(emitter, text, 0);
    gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    gen_add_sharing(emitter, text, 2);
    gen_add_sharing(emitter, text, 0);
    gen_end_tabled_object(emitter);
}

static void some_undescribed(struct link_emitter *emitter)
{
    const int text = gen_begin_plain_object(emitter);
    const uint32_t size = gen_shape_size(SHAPE_LEAF, emitter->abi);
    gen_add_undescribed(emitter, text, size);
    gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    gen_add_undescribed(emitter, text, size);
    gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    gen_end_tabled_object(emitter);
}

static void no_table(struct link_emitter *emitter)
{
    gen_begin_object(emitter);
    const int text = gen_add_text(emitter, ".text", NULL);
    gen_add_undescribed(emitter, text, gen_shape_size(SHAPE_LEAF, emitter->abi));
    gen_end_object(emitter);
}

static void local_functions(struct link_emitter *emitter)
{
    char name[LINK_NAME];
    const int text = gen_begin_plain_object(emitter);
    gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    gen_add_named(emitter, text, SHAPE_LEAF, FATE_KEPT,
                  SAY(name, "local%s", emitter->object_count == 0 ? "-first" : "-other"), true);
    gen_end_tabled_object(emitter);
}

/* Relocations against symbols, which are not at their sections' starts. */
static void relocate_by_symbols(struct link_emitter *emitter, bool local, bool crosswise)
{
    struct link_object *const object = &emitter->object;
    char names[2][LINK_NAME];
    const int text = gen_begin_plain_object(emitter);
    gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    for (unsigned i = 0; i < 2; i++)
        gen_add_named(emitter, text, i == 0 ? SHAPE_FRAME : SHAPE_LEAF, FATE_KEPT,
                      SAY(names[i], "%s%s", emitter->object_count == 0 ? "first" : "other",
                          i == 0 ? "-frame" : "-leaf"),
                      local);
    gen_end_table(emitter);
    for (unsigned i = 0; i < 2; i++) {
        struct link_relocation *const relocation = &object->relocations[object->relocation_count - 2 + i];
        relocation->symbol = gen_link_symbol(object, names[crosswise ? 1 - i : i]);
        relocation->addend -= object->symbols[relocation->symbol].at;
    }
    gen_end_object(emitter);
}

static void by_symbols(struct link_emitter *emitter)
{
    relocate_by_symbols(emitter, true, false);
}

static void by_global_symbols(struct link_emitter *emitter)
{
    relocate_by_symbols(emitter, false, false);
}

/* Each against the other's symbol, so that one has a negative addend. */
static void by_other_symbols(struct link_emitter *emitter)
{
    relocate_by_symbols(emitter, true, true);
}

/* An object of three functions, whose relocations are changed before it ends. */
static void three_functions(struct link_emitter *emitter,
                            void (*change)(struct link_emitter *emitter, int text))
{
    const int text = gen_begin_plain_object(emitter);
    gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
    gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
    gen_add_described(emitter, text, SHAPE_ONE_UNIT, FATE_KEPT);
    gen_end_table(emitter);
    change(emitter, text);
    gen_end_object(emitter);
}

/* Against a symbol so far behind the code that addends are less than any number of 32 bits. */
static void count_from_behind(struct link_emitter *emitter, int text)
{
    struct link_object *const object = &emitter->object;
    const uint32_t number = gen_link_symbol(object, "behind");
    struct link_symbol *const behind = &object->symbols[number];
    *behind = (struct link_symbol){
        .name = "behind", .section = text, .at = 0xc0000000, .type = STT_NOTYPE, .binding = STB_LOCAL};
    for (uint32_t i = 0; i < object->relocation_count; i++) {
        object->relocations[i].symbol = number;
        object->relocations[i].addend -= behind->at;
    }
}

static void by_symbol_behind(struct link_emitter *emitter)
{
    three_functions(emitter, count_from_behind);
}

/* ELF gives relocations no order: an entry's is the one that names the entry's field. */
static void turn(struct link_emitter *emitter, int text)
{
    struct link_object *const object = &emitter->object;
    (void)text;
    for (uint32_t i = 0, j = object->relocation_count; i + 1 < j; i++) {
        const struct link_relocation first = object->relocations[i];
        object->relocations[i] = object->relocations[--j];
        object->relocations[j] = first;
    }
}

static void relocations_turned(struct link_emitter *emitter)
{
    three_functions(emitter, turn);
}

static const struct arrangement {
    const char *name;
    void (*first)(struct link_emitter *emitter), (*second)(struct link_emitter *emitter);
    const char *ledger; /* whether there may be such tables is open */
    bool fixed;         /* no other file may have these symbols */
} arrangements[] = {
    {"of-second-section", second_section, second_section, NULL, false},
    {"shared-rows", shared_rows, shared_rows, "rows-shared", false},
    {"undescribed-between", some_undescribed, some_undescribed, NULL, false},
    {"no-table-first", no_table, some_undescribed, NULL, false},
    {"no-table-last", some_undescribed, no_table, NULL, false},
    {"local", local_functions, local_functions, NULL, false},
    {"by-symbols", by_symbols, by_symbols, NULL, false},
    {"by-global-symbols", by_global_symbols, by_global_symbols, NULL, true},
    {"by-other-symbols", by_other_symbols, by_other_symbols, NULL, false},
    {"by-symbol-behind", by_symbol_behind, by_symbol_behind, NULL, false},
    {"relocations-turned", relocations_turned, relocations_turned, NULL, false},
};

static void make(struct link_emitter *emitter)
{
    for (size_t i = 0; i < COUNT(arrangements); i++) {
        if ((arrangements[i].fixed && emitter->mode == MODE_SHARED) ||
            !gen_begin_link(emitter, "%s", arrangements[i].name))
            continue;
        if (arrangements[i].ledger != NULL)
            emitter->ledger = arrangements[i].ledger;
        arrangements[i].first(emitter);
        arrangements[i].second(emitter);
        gen_end_link(emitter);
    }
}

/* Several sections .sframe, each of one section of code. */
static void make_several(struct link_emitter *emitter)
{
    static const char *const names[] = {"two-in-one-object", "three-in-one-object"};
    for (unsigned i = 0; i < COUNT(names); i++) {
        if (!gen_begin_link(emitter, "%s", names[i]))
            continue;
        gen_begin_object(emitter);
        for (unsigned j = 0; j < i + 2; j++) {
            static const char *const texts[] = {".text", ".text.f", ".text.unlikely"};
            gen_begin_table(emitter);
            const int text = gen_add_text(emitter, texts[j], NULL);
            gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
            gen_add_described(emitter, text, SHAPE_LEAF, FATE_KEPT);
            gen_end_table(emitter);
        }
        gen_end_object(emitter);
        some_undescribed(emitter);
        gen_end_link(emitter);
    }
}

void gen_links_tables(struct link_emitter *emitter)
{
    gen_for_links(emitter, true, make);
    gen_for_links(emitter, true, make_several);
}
