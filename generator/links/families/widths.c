/* More functions, rows, bytes of rows and stubs than numbers of 8 bits count, or of 16; code far from the
 * table; and a table whose first function goes. */
#include "emit/sets.h"
#include "../families.h"

enum { PART = 64, ROW_PARTS = 8, TALL_ROWS = 290, FOUR_BYTES = 0x100000 };

static void make_functions(struct link_emitter *emitter, unsigned count)
{
    for (unsigned left = count; left != 0; left -= left < PART ? left : PART)
        gen_add_leaves(emitter, left < PART ? left : PART);
}

/* A function of so many rows, whose words have four bytes. */
static void add_tall(struct link_emitter *emitter, int text, unsigned rows)
{
    struct section *const section = &emitter->table.section;
    struct function *const function = gen_add_described(emitter, text, SHAPE_TWO_BYTE_STARTS, FATE_KEPT);
    const struct abi_facts *const abi = &gen_abi_facts[section->abi];
    section->row_count -= function->row_count;
    function->row_count = 0;
    for (unsigned i = 0; i < rows; i++) {
        struct row *const row = gen_add_row(section, i * abi->code_unit);
        if (i == 0)
            continue;
        row->cfa = gen_rule_sp(abi->cfa_at_entry + FOUR_BYTES + (int64_t)(i % 2) * 16);
        if (gen_ra_tracked(section))
            row->ra = gen_rule_slot(abi->usual.ra);
        row->fp = gen_rule_slot(abi->usual.fp);
    }
}

static void make_rows(struct link_emitter *emitter, unsigned objects)
{
    for (unsigned i = 0; i < objects; i++) {
        gen_begin_object(emitter);
        gen_begin_table(emitter);
        const int text = gen_add_text(emitter, ".text", NULL);
        for (unsigned j = 0; j < (objects > 1 ? 3 : 1); j++)
            add_tall(emitter, text, TALL_ROWS);
        gen_end_table(emitter);
        gen_end_object(emitter);
    }
}

static void make_stubs(struct link_emitter *emitter, unsigned count)
{
    char buffer[LINK_NAME];
    for (unsigned i = 0; i < count;) {
        gen_begin_object(emitter);
        gen_begin_table(emitter);
        const int text = gen_add_text(emitter, ".text", NULL);
        gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
        for (unsigned end = i + 2 * PART; i < count && i < end; i++) {
            struct text name;
            gen_text_init(&name, buffer, sizeof buffer);
            gen_text_string(&name, "callee");
            gen_text_unsigned(&name, i);
            gen_add_call_of(emitter, text, gen_text_c(&name));
        }
        gen_end_table(emitter);
        gen_end_object(emitter);
    }
}

static void make_first_gone(struct link_emitter *emitter, unsigned count)
{
    gen_link_option(emitter, "--gc-sections");
    gen_begin_object(emitter);
    gen_begin_table(emitter);
    gen_add_named(emitter, gen_add_text(emitter, ".text.gone", NULL), SHAPE_FRAME, FATE_GONE, "gone", false);
    const int text = gen_add_text(emitter, ".text.start", NULL);
    for (unsigned i = 0; i < count; i++)
        gen_add_described(emitter, text, i % 2 != 0 ? SHAPE_FRAME : SHAPE_LEAF, FATE_KEPT);
    gen_end_table(emitter);
    gen_end_object(emitter);
}

/* So many MiB lie between a part of the code and the table. */
static void make_far(struct link_emitter *emitter, unsigned distance)
{
    static char script[256]; /* until the link ends */
    char number_buffer[24];
    struct text number;
    gen_text_init(&number, number_buffer, sizeof number_buffer);
    gen_text_unsigned(&number, distance);
    gen_link_script(emitter, JOIN(script, "SECTIONS { . = 0x100000 + SIZEOF_HEADERS; .text : { *(.text) } ",
                                  ".sframe : { *(.sframe) } . = . + ", gen_text_c(&number),
                                  " * 0x100000; .far : { *(.text.far) } }\n"));
    gen_link_option(emitter, "--no-gc-sections");
    gen_begin_object(emitter);
    gen_begin_table(emitter);
    gen_add_described(emitter, gen_add_text(emitter, ".text", NULL), SHAPE_FRAME, FATE_KEPT);
    gen_add_described(emitter, gen_add_text(emitter, ".text.far", NULL), SHAPE_LEAF, FATE_KEPT);
    gen_end_table(emitter);
    gen_end_object(emitter);
}

static void make(struct link_emitter *emitter, const struct link_manner *manner, enum abi abi,
                 enum link_mode mode)
{
    static const struct {
        const char *name;
        void (*make)(struct link_emitter *emitter, unsigned count);
        unsigned count, profiles, abis;
        enum link_mode mode;
    } links[] = {
        {"functions-256", make_functions, 256, ALL, ANY_ABI, MODE_STATIC},
        {"functions-257", make_functions, 257, ALL, ANY_ABI, MODE_STATIC},
        {"rows-290", make_rows, 1, ALL, ANY_ABI, MODE_STATIC},
        {"rows-64-KiB", make_rows, ROW_PARTS, ALL, ANY_ABI, MODE_STATIC},
        {"stubs-8", make_stubs, 8, ALL, ANY_ABI, MODE_SHARED},
        {"stubs-9", make_stubs, 9, ALL, ANY_ABI, MODE_SHARED},
        {"stubs-17", make_stubs, 17, ALL, ANY_ABI, MODE_SHARED},
        {"stubs-257", make_stubs, 257, ALL, ANY_ABI, MODE_SHARED},
        {"first-gone", make_first_gone, 3, ALL, ANY_ABI, MODE_STATIC},
        {"far-6-GiB", make_far, 6 << 10, V3, S390, MODE_STATIC},
    };
    for (size_t i = 0; i < COUNT(links); i++) {
        if (mode != links[i].mode || !applies(links[i].profiles, links[i].abis, manner->profile, abi) ||
            !gen_begin_link(emitter, manner, abi, mode, links[i].name))
            continue;
        links[i].make(emitter, links[i].count);
        gen_end_link(emitter);
    }
}

void gen_links_widths(struct link_emitter *emitter)
{
    gen_for_links(emitter, true, make);
}
