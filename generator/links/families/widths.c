/* More functions, rows, bytes of rows and stubs than numbers of 8 bits count, or of 16; code far from the
 * table; and a table whose first function goes. */
#include "../families.h"
#include "emit/sets.h"

/* ABIs whose linkers write no bytes where addresses have a gap.  There every manner is asked, as links are
 * small. */
enum { SPARSE = ARM_BE | S390 };
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
        const int text = gen_begin_plain_object(emitter);
        for (unsigned j = 0; j < (objects > 1 ? 3 : 1); j++)
            add_tall(emitter, text, TALL_ROWS);
        gen_end_tabled_object(emitter);
    }
}

static void make_stubs(struct link_emitter *emitter, unsigned count)
{
    char buffer[LINK_NAME];
    for (unsigned i = 0; i < count;) {
        const int text = gen_begin_plain_object(emitter);
        gen_add_described(emitter, text, SHAPE_FRAME, FATE_KEPT);
        for (unsigned end = i + 2 * PART; i < count && i < end; i++)
            gen_add_call_of(emitter, text, SAY(buffer, "callee%u", i));
        gen_end_tabled_object(emitter);
    }
}

static void make_first_gone(struct link_emitter *emitter, unsigned count)
{
    gen_link_option(emitter, "--gc-sections");
    gen_begin_tabled_object(emitter);
    gen_add_named(emitter, gen_add_text(emitter, ".text.gone", NULL), SHAPE_FRAME, FATE_GONE, "gone", false);
    const int text = gen_add_text(emitter, ".text.start", NULL);
    for (unsigned i = 0; i < count; i++)
        gen_add_described(emitter, text, i % 2 != 0 ? SHAPE_FRAME : SHAPE_LEAF, FATE_KEPT);
    gen_end_tabled_object(emitter);
}

static const char *in_gib(char buffer[24], unsigned count)
{
    return gen_print(buffer, 24, "0x%" PRIx64, (uint64_t)count << 30);
}

/* So many GiB lie between the section FAR and the table.  What starts of 32 bits cannot say may be refused,
 * or left out with a warning. */
static void add_far(struct link_emitter *emitter, const char *far, unsigned distance)
{
    gen_link_option(emitter, "--no-gc-sections");
    emitter->unmixed = distance > 2 && gen_profile_facts[emitter->manner->profile].start_width == 4;
    gen_begin_tabled_object(emitter);
    gen_add_described(emitter, gen_add_text(emitter, ".text", NULL), SHAPE_FRAME, FATE_KEPT);
    gen_add_described(emitter, gen_add_text(emitter, far, NULL), SHAPE_LEAF, FATE_KEPT);
    gen_end_tabled_object(emitter);
}

static void add_by_script(struct link_emitter *emitter, const char *first, const char *last,
                          unsigned distance)
{
    static char script[256]; /* until the link ends */
    char number[24];
    gen_link_script(emitter, SAY(script, "SECTIONS { . = 0x100000 + SIZEOF_HEADERS; %s . = . + %s; %s }\n",
                                 first, in_gib(number, distance), last));
    add_far(emitter, ".text.far", distance);
}

static const char far_code[] = ".far : { *(.text.far) }";

static void make_far(struct link_emitter *emitter, unsigned distance)
{
    add_by_script(emitter, ".text : { *(.text) } .sframe : { *(.sframe) }", far_code, distance);
}

static void make_far_before(struct link_emitter *emitter, unsigned distance)
{
    add_by_script(emitter, far_code, ".sframe : { *(.sframe) } .text : { *(.text) }", distance);
}

/* For linkers that take no scripts, or fill gaps that scripts make. */
static void make_placed(struct link_emitter *emitter, unsigned distance)
{
    char option[64], number[24];
    gen_link_option(emitter, SAY(option, "--section-start=far=%s", in_gib(number, distance)));
    add_far(emitter, "far", distance);
}

void gen_links_widths(struct link_emitter *emitter)
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
        {"functions-65536", make_functions, 0x10000, V2E2 | V3, AMD, MODE_STATIC},
        {"far-1-GiB", make_far, 1, ALL, SPARSE, MODE_STATIC},
        {"far-3-GiB", make_far, 3, ALL, SPARSE, MODE_STATIC},
        {"far-6-GiB", make_far, 6, ALL, SPARSE, MODE_STATIC},
        {"far-before-1-GiB", make_far_before, 1, ALL, SPARSE, MODE_STATIC},
        {"far-before-3-GiB", make_far_before, 3, ALL, SPARSE, MODE_STATIC},
        {"placed-1-GiB", make_placed, 1, ALL, ANY_ABI, MODE_STATIC},
        {"placed-3-GiB", make_placed, 3, ALL, ANY_ABI, MODE_STATIC},
        {"placed-6-GiB", make_placed, 6, ALL, ANY_ABI, MODE_STATIC},
    };
    for (size_t i = 0; i < COUNT(links); i++) {
        if (emitter->mode != links[i].mode || (!emitter->manner->usual && links[i].abis != SPARSE) ||
            !applies(links[i].profiles, links[i].abis, emitter->manner->profile, emitter->abi) ||
            !gen_begin_link(emitter, "%s", links[i].name))
            continue;
        links[i].make(emitter, links[i].count);
        gen_end_link(emitter);
    }
}
