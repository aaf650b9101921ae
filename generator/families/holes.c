/* Holes: places between the values of other families, each a way in which readers were, or could be, wrong.
 * Block sizes where they have no say or divide nothing evenly, fixed offsets that no producer writes,
 * functions that end beside 2^63, starts that a sort by bytes takes for sorted, and what later texts may
 * define. */
#include "families.h"
#include "shapes/faults.h"
#include "shapes/small_sections.h"
#include "sizes.h"

enum { MOST_PLACES = 12 };

/* A section and where it is looked into, by the distance from its start. */
struct hole {
    const char *name;
    unsigned profiles, abis;
    enum vector_class vector_class;
    unsigned asked; /* DECODE, CHECK and FLIP */
    void (*make)(struct section *section);
    int64_t places[MOST_PLACES]; /* up to a zero */
};

/* The same of an open point: one reading answers, the other one, a breach, refuses. */
struct contested_hole {
    struct hole hole;
    const char *ledger, *answers;
};

/* --- Blocks --------------------------------------------------------------------------------------------- */

/* As the linker's first stub: no mask, though it says how large the block is. */
static void increments(struct section *section)
{
    struct function *const function = gen_add_function(section, 0x1000, 64);
    function->rep_size = 16;
    for (uint32_t start = 0; start < 64; start += 12)
        gen_add_row(section, start)->cfa.offset += 8 * (int64_t)(start / 12);
}

/* Wherever a PC is counted from, section, function or 0, its place in its block is the same. */
static void uneven(struct section *section, uint8_t block)
{
    section->address = (uint64_t)block * 0x1000;
    gen_add_stub(section, (int64_t)block * 0x100, block, 70000);
}

CHANGE(uneven_3, uneven(section, 3))
CHANGE(uneven_12, uneven(section, 12))
CHANGE(uneven_24, uneven(section, 24))
CHANGE(uneven_255, uneven(section, 255))

/* The first row starts four bytes behind the block. */
static void late_first_row(struct section *section)
{
    gen_add_stub(section, 0x1000, 16, 8);
    section->rows[0].start = 4;
}

/* --- Fixed offsets -------------------------------------------------------------------------------------- */

static void frames(struct section *section, int8_t ra, int8_t fp)
{
    section->fixed_ra = ra;
    section->fixed_fp = fp;
    gen_add_function(section, 0x1000, 32);
    gen_add_row(section, 0);
    gen_add_row(section, 8)->cfa.offset += 16;
}

CHANGE(fixed_fp_low, frames(section, section->fixed_ra, -128))
CHANGE(fixed_fp_usual, frames(section, section->fixed_ra, -16))
CHANGE(fixed_fp_one, frames(section, section->fixed_ra, 1))
CHANGE(fixed_fp_high, frames(section, section->fixed_ra, 127))
CHANGE(fixed_ra_low, frames(section, -128, 0))
CHANGE(fixed_ra_usual, frames(section, -8, 0))
CHANGE(fixed_ra_other, frames(section, -16, 0))
CHANGE(fixed_ra_high, frames(section, 127, 0))

/* --- The middle of the address space -------------------------------------------------------------------- */

static void beside_middle(struct section *section, uint32_t size)
{
    section->address = (UINT64_C(1) << 63) - 0x2000;
    gen_add_function(section, 0x1000, 0x800);
    gen_add_row(section, 0);
    gen_add_function(section, 0x1800, size);
    gen_add_prologue(section, 4);
    gen_add_function(section, 0x2010, 0x10);
    gen_add_row(section, 0)->cfa.offset += 64;
}

CHANGE(ends_before_middle, beside_middle(section, 0x7ff))
CHANGE(ends_at_middle, beside_middle(section, 0x800))
CHANGE(ends_behind_middle, beside_middle(section, 0x801))

/* Both lie across it, and the last byte is the inner one's alone, or the outer one's. */
static void across_middle(struct section *section, uint32_t outer, uint32_t inner)
{
    section->address = (UINT64_C(1) << 63) - 0x2000;
    gen_add_function(section, 0x1000, outer);
    gen_add_row(section, 0);
    gen_add_function(section, 0x1f00, inner);
    gen_add_row(section, 0)->cfa.offset += 64;
}

CHANGE(inner_ends_later, across_middle(section, 0x1100, 0x201))
CHANGE(outer_ends_later, across_middle(section, 0x1101, 0x200))
CHANGE(both_end_there, across_middle(section, 0x1100, 0x200))

/* --- Orders --------------------------------------------------------------------------------------------- */

/* Sorted by their lowest byte alone, or by all but some byte in the middle. */
static void three(struct section *section, int64_t second, int64_t third)
{
    const int64_t starts[] = {0x05, second, third};
    section->flags = 0;
    for (unsigned i = 0; i < COUNT(starts); i++) {
        gen_add_function(section, starts[i], 4);
        gen_add_row(section, 0)->cfa.offset += 16 * (int64_t)i;
    }
}

CHANGE(radix_8, three(section, 0x105, 0x101))
CHANGE(radix_16, three(section, 0x10005, 0x10001))
CHANGE(radix_24, three(section, 0x1000005, 0x1000001))

/* --- Turned --------------------------------------------------------------------------------------------- */

/* The entries are the last bytes of all. */
static void entries_last(struct section *section)
{
    section->rows_first = true;
    gen_leaf_at(section, 0x1000);
    gen_leaf_at(section, 0x1100);
}

/* No rows, so that before version 3 the section ends with its entries. */
CHANGE(no_rows, gen_add_function(section, 0x1000, 32); gen_add_function(section, 0x1100, 32))
CHANGE(nothing_but_aux, section->aux_length = 5; section->aux[0] = 0xe2; section->aux[4] = 0xde)

/* Data of two functions that overlap in part: the second's begin in a row of the first, before version 3 in
 * the middle of its start, else in its first word, with an attribute.  A byte that belongs to fields of both
 * would have to stand at two places, so no bytes say the same in the other order, and a flip can only fail. */
static void data_in_part(struct emitter *emitter)
{
    struct section *const section = gen_start(emitter, "hole-data-in-part");
    const bool attribute = gen_profile_facts[emitter->profile].has_attribute;
    const uint32_t skipped = attribute ? 7 : 1;
    gen_add_function(section, 0x1000, 0x1000)->fre_type = attribute ? FRE_ADDR1 : FRE_ADDR2;
    struct row *const row = gen_add_row(section, 0);
    /* Words of four bytes begin with two of 0; of one byte, the first says as info that a word follows. */
    row->cfa = gen_rule_sp(!attribute ? 2 : section->order == ORDER_BIG ? 0x100 : 0x10000);
    row->ra = gen_ra_tracked(section) ? gen_rule_slot(attribute ? 0x10000 : -8) : row->ra;
    row->fp = gen_rule_slot(attribute ? 0x10000 : -16);
    gen_add_function(section, 0x2000, 0x1000);
    gen_share_rows(section, 0, 0, 1);
    if (!gen_make_bytes(emitter))
        return;
    gen_lie_field(&emitter->encoded, gen_fault_field(emitter, FIELD_FRE_OFF, 1), skipped);
    const uint32_t offset = emitter->encoded.rows_begin + skipped;
    gen_forget_violations(emitter);
    gen_breaks(emitter, "fre.unshared", offset, SEVERITY_IRREGULAR);
    if (!attribute)
        gen_also_breaks(emitter, "fre.start-first", offset, SEVERITY_IRREGULAR);
    gen_demand_class(emitter, CLASS_IRREGULAR);
    gen_emit(emitter, OPERATION_CHECK, 0, "whole");
    gen_emit(emitter, OPERATION_FLIP, 0, "whole");
}

/* --- Words that are not there --------------------------------------------------------------------------- */

static void mangled_nothing(struct section *section)
{
    gen_end_of_stack(section);
    section->rows[1].mangled = true;
}

/* --- Asking --------------------------------------------------------------------------------------------- */

static const struct hole holes[] = {
    {"block-3", V2ON, BOTH_ORDERS, CLASS_VALID, BOTH, uneven_3, {0x300, 0x302, 0x300 + 65535, 0x300 + 65536,
     0x300 + 65537, 0x300 + 196606, 0x300 + 196607, 0x300 + 209999, 0x300 + 210000}},
    {"block-12", V2ON, BOTH_ORDERS, CLASS_VALID, BOTH, uneven_12, {0xc00, 0xc0b, 0xc00 + 65531, 0xc00 +
     65535, 0xc00 + 65536, 0xc00 + 65538, 0xc00 + 131072, 0xc00 + 131076, 0xc00 + 786431, 0xc00 + 839999}},
    {"block-24", V2ON, BOTH_ORDERS, CLASS_VALID, BOTH, uneven_24, {0x1800, 0x1817, 0x1800 + 65519, 0x1800 +
     65531, 0x1800 + 65536, 0x1800 + 65543, 0x1800 + 131072, 0x1800 + 131088}},
    {"block-255", V2ON, BOTH_ORDERS, CLASS_VALID, BOTH, uneven_255, {0xff00, 0xfffe, 0xffff, 0xff00 + 65535,
     0xff00 + 65536, 0xff00 + 65662, 0xff00 + 65663, 0xff00 + 131072}},
    {"late-first-row", V2ON, MAIN, CLASS_IRREGULAR, BOTH, late_first_row, {0x1002, 0x1004, 0x1032, 0x1034,
     0x1038, 0x1072, 0x1074, 0x107f}},
    {"fixed-ra-minus-128", V12, TRACKED, CLASS_VALID, BOTH, fixed_ra_low, {0x1000, 0x1008}},
    {"fixed-ra-minus-8", V12, TRACKED, CLASS_VALID, BOTH, fixed_ra_usual, {0x1000, 0x1008}},
    {"fixed-ra-minus-16", V12, TRACKED, CLASS_VALID, BOTH, fixed_ra_other, {0x1000, 0x1008}},
    {"fixed-ra-127", V12, TRACKED, CLASS_VALID, BOTH, fixed_ra_high, {0x1000, 0x1008}},
    {"fixed-ra-of-amd64-minus-16", ALL, AMD, CLASS_IRREGULAR, BOTH, fixed_ra_other, {0x1000, 0x1008}},
    {"ends-before-middle", ALL, BOTH_ORDERS, CLASS_VALID, BOTH, ends_before_middle, {0x17ff, 0x1800, 0x1ffe,
     0x1fff, 0x2000, 0x2010}},
    {"ends-at-middle", ALL, BOTH_ORDERS, CLASS_VALID, BOTH, ends_at_middle, {0x17ff, 0x1800, 0x1ffe, 0x1fff,
     0x2000, 0x2010}},
    {"ends-behind-middle", ALL, BOTH_ORDERS, CLASS_VALID, BOTH, ends_behind_middle, {0x17ff, 0x1800, 0x1fff,
     0x2000, 0x2001, 0x2010}},
    {"inner-ends-later", ALL, AMD, CLASS_IRREGULAR, BOTH, inner_ends_later, {0x1000, 0x1fff, 0x2000, 0x20ff,
     0x2100, 0x2101}},
    {"outer-ends-later", ALL, AMD, CLASS_IRREGULAR, BOTH, outer_ends_later, {0x1000, 0x1fff, 0x2000, 0x20ff,
     0x2100, 0x2101}},
    {"both-end-there", ALL, AMD, CLASS_IRREGULAR, BOTH, both_end_there, {0x1000, 0x1fff, 0x2000, 0x20ff,
     0x2100}},
    {"radix-8-bits", E1ON, BOTH_ORDERS, CLASS_VALID, BOTH, radix_8, {0x5, 0x8, 0x9, 0x101, 0x104, 0x105,
     0x108, 0x109}},
    {"radix-16-bits", E1ON, BOTH_ORDERS, CLASS_VALID, BOTH, radix_16, {0x5, 0x8, 0x9, 0x10001, 0x10004,
     0x10005, 0x10008}},
    {"radix-24-bits", E1ON, BOTH_ORDERS, CLASS_VALID, BOTH, radix_24, {0x5, 0x8, 0x9, 0x1000001, 0x1000004,
     0x1000005, 0x1000008}},
    {"no-functions", ALL, ANY_ABI, CLASS_VALID, FLIP, gen_no_functions, {0}},
    {"nothing-but-aux", ALL, ANY_ABI, CLASS_VALID, BOTH | FLIP, nothing_but_aux, {0x1000}},
    {"no-rows", V3, ANY_ABI, CLASS_VALID, FLIP, no_rows, {0x1000, 0x101f, 0x1020, 0x1100}},
    {"entries-last", ALL, ANY_ABI, CLASS_IRREGULAR, FLIP, entries_last, {0x1000, 0x1100}},
};

static const struct contested_hole contested_holes[] = {
    {{"inc-with-block", V2ON, ANY_ABI, CLASS_CONTESTED, 0, increments, {0x1000, 0x100f, 0x1010, 0x1014,
      0x101f, 0x1023, 0x1024, 0x103f}}, "rep-size-inc", "allowed"},
    {{"fixed-fp-minus-128", ALL, ANY_ABI, CLASS_CONTESTED, 0, fixed_fp_low, {0x1000, 0x1008}},
      "fixed-fp-any-abi", "allowed"},
    {{"fixed-fp-minus-16", ALL, ANY_ABI, CLASS_CONTESTED, 0, fixed_fp_usual, {0x1000, 0x1008}},
      "fixed-fp-any-abi", "allowed"},
    {{"fixed-fp-1", ALL, ANY_ABI, CLASS_CONTESTED, 0, fixed_fp_one, {0x1000, 0x1008}}, "fixed-fp-any-abi",
      "allowed"},
    {{"fixed-fp-127", ALL, ANY_ABI, CLASS_CONTESTED, 0, fixed_fp_high, {0x1000, 0x1008}}, "fixed-fp-any-abi",
      "allowed"},
    {{"mangled-without-words", E2ON, ARMS, CLASS_CONTESTED, 0, mangled_nothing, {0x1000, 0x1008, 0x100f,
      0x1010}}, "count-zero-mangled", "reported"},
};

static void look_into_contested(struct emitter *emitter, const struct contested_hole *hole, uint64_t pc,
                                const char *name)
{
    emitter->ledger = hole->ledger;
    gen_contest(emitter);
    gen_reading_answers(emitter, hole->ledger, hole->answers, OPERATION_LOOKUP, pc);
    gen_reading_refuses(emitter, hole->ledger, "breach");
    gen_emit_contested(emitter, OPERATION_LOOKUP, pc, hole->answers, name);
}

static const char *name_of_place(struct emitter *emitter, int64_t place)
{
    return SAY(emitter->detail, "at-0x%" PRIx64, (uint64_t)place);
}

static void ask_hole(struct emitter *emitter, const struct hole *hole)
{
    gen_demand_class(emitter, hole->vector_class);
    gen_emit_whole(emitter, hole->asked & BOTH, "whole");
    if ((hole->asked & FLIP) != 0 && hole->vector_class == CLASS_VALID)
        gen_emit_flip(emitter, "whole");
    else if ((hole->asked & FLIP) != 0)
        gen_emit_flip_of_irregular(emitter, "whole");
    for (unsigned i = 0; i < MOST_PLACES && hole->places[i] != 0 && !emitter->stopped; i++)
        gen_look_at(emitter, (uint64_t)hole->places[i], name_of_place(emitter, hole->places[i]));
}

/* As applies(); but the three texts of version 2 share one layout, so that of both byte orders the second comes
 * with the last of them alone. */
static bool is_for(const struct emitter *emitter, unsigned profiles, unsigned abis)
{
    if (abis == BOTH_ORDERS && is_in(V2 | V2E1, emitter->profile))
        abis = AMD;
    return applies(profiles, abis, emitter->profile, emitter->abi);
}

/* False: it is not for them, or the generator has stopped. */
static bool make_hole(struct emitter *emitter, const struct hole *hole)
{
    static char shape[MAX_ID];
    if (emitter->stopped || !is_for(emitter, hole->profiles, hole->abis))
        return false;
    hole->make(gen_start(emitter, SAY(shape, "hole-%s", hole->name)));
    return gen_make_bytes(emitter);
}

static void every_hole(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(holes); i++)
        if (make_hole(emitter, &holes[i]))
            ask_hole(emitter, &holes[i]);
    for (unsigned i = 0; i < COUNT(contested_holes); i++) {
        const int64_t *const places = contested_holes[i].hole.places;
        if (!make_hole(emitter, &contested_holes[i].hole))
            continue;
        for (unsigned k = 0; k < MOST_PLACES && places[k] != 0 && !emitter->stopped; k++)
            look_into_contested(emitter, &contested_holes[i],
                                emitter->section.address + (uint64_t)places[k],
                                name_of_place(emitter, places[k]));
    }
}

/* --- What later texts may define ------------------------------------------------------------------------ */

/* Whatever its length, what an auxiliary header holds is nobody's business today. */
static void every_auxiliary_header(struct emitter *emitter)
{
    for (unsigned length = 0; length <= MAX_AUX && !emitter->stopped; length += length < 32 ? 1 : 31) {
        struct section *const section = gen_start(emitter, gen_name_size("later-aux", length, "", 0));
        section->aux_length = (uint8_t)length;
        for (unsigned i = 0; i < length; i++)
            section->aux[i] = (uint8_t)(0xff - i);
        gen_leaf_at(section, 0x1000);
        gen_leaf_at(section, 0x1100);
        section->rows[1].cfa.offset += 32;
        if (!gen_make_bytes(emitter))
            return;
        gen_demand_class(emitter, CLASS_VALID);
        gen_look_at(emitter, 0x1000, "first");
        gen_look_at(emitter, 0x1100, "second");
    }
}

/* The second of three functions has a type that no text knows: what a reader of today may do with the section
 * is an open point, so that whatever it answers will do but to crash. */
static void every_function_type(struct emitter *emitter)
{
    for (uint64_t type = FDE_UNKNOWN; type < 32 && !emitter->stopped; type++) {
        struct section *const section =
            gen_start(emitter, gen_name_size("later-function-type", type, "", 0));
        for (int64_t start = 0x1000; start < 0x1300; start += 0x100) {
            gen_add_function(section, start, 0x40);
            gen_add_prologue(section, 4);
        }
        if (!gen_make_bytes(emitter))
            return;
        const struct field *const field = gen_fault_field(emitter, FIELD_INFO2, 1);
        gen_lie_bits(&emitter->encoded, field, type, 0x1f);
        gen_breaks(emitter, "info2.fde-type-known", field->offset, SEVERITY_MALFORMED);
        gen_demand_class(emitter, CLASS_MALFORMED);
        gen_emit_whole(emitter, BOTH, "whole");
    }
}

/* An ABI that no text knows, with flexible functions, whose words might mean anything. */
static void every_unknown_abi(struct emitter *emitter)
{
    static const uint8_t ids[] = {0, 5, 6, 127, 128, 255};
    for (unsigned i = 0; i < COUNT(ids) && !emitter->stopped; i++) {
        struct section *const section =
            gen_start(emitter, gen_name_size("later-abi-flexible", ids[i], "", 0));
        gen_add_function(section, 0x1000, 32);
        gen_make_flexible(section);
        gen_add_prologue(section, 8);
        if (!gen_make_bytes(emitter))
            return;
        const struct field *const field = gen_header_field(&emitter->encoded, FIELD_ABI_ARCH);
        gen_lie_field(&emitter->encoded, field, ids[i]);
        gen_breaks(emitter, "abi.known", field->offset, SEVERITY_MALFORMED);
        gen_demand_class(emitter, CLASS_MALFORMED);
        gen_emit_whole(emitter, BOTH, "whole");
        gen_look_at(emitter, 0x1008, "second-row");
    }
}

void gen_family_holes(struct emitter *emitter)
{
    every_hole(emitter);
    if (is_for(emitter, V1 | E2ON, BOTH_ORDERS))
        every_auxiliary_header(emitter);
    if (is_for(emitter, ALL, BOTH_ORDERS))
        data_in_part(emitter);
    if (!gen_profile_facts[emitter->profile].has_flexible || !is_in(BOTH_ORDERS, emitter->abi))
        return;
    every_function_type(emitter);
    every_unknown_abi(emitter);
}
