/* Faults in the table of functions: out of order, on top of each other, beyond the end of the address space;
 * entries (in version 3 the index and its attributes) that lead beyond the rows or hold bits that nobody
 * uses.  One at a time, each beside its valid twin. */
#include "../families.h"
#include "shapes/faults.h"

/* --- Order ---------------------------------------------------------------------------------------------- */

enum { ORDERED = 6 };

static void add_short(struct section *section, int64_t start)
{
    gen_add_function(section, start, 0x40);
    gen_add_row(section, 0)->cfa.offset += 8 * (start / 0x100 % 8);
}

/* Six functions; the last of them lies below the others once they are called out of order. */
static void build_ordered(struct section *section)
{
    for (int64_t i = 0; i < ORDERED; i++)
        add_short(section, 0x1000 + 0x100 * i);
}

CHANGE(build_ordered_pcrel, section->flags |= FLAG_PCREL; build_ordered(section))

static void build_around_section(struct section *section)
{
    add_short(section, -0x1000);
    for (int64_t i = 0; i < ORDERED - 1; i++)
        add_short(section, 0x1000 + 0x100 * i);
}

enum { ORDER_PLACES = BOTH | AT_BELOW | AT_FIRST | AT_SECOND | AT_LAST | AT_FAR };

static const struct twin twin_ordered = {"fault-twin-ordered", build_ordered, ORDER_PLACES};
static const struct twin twin_ordered_pcrel = {"fault-twin-ordered-pcrel", build_ordered_pcrel, ORDER_PLACES};
static const struct twin twin_around = {"fault-twin-around-section", build_around_section, ORDER_PLACES};

static const struct order {
    const char *way;
    uint8_t places[ORDERED]; /* which of the twin's functions stands where */
} orders[] = {
    {"first two swapped", {1, 0, 2, 3, 4, 5}},
    {"middle two swapped", {0, 1, 3, 2, 4, 5}},
    {"last two swapped", {0, 1, 2, 3, 5, 4}},
    {"first and last swapped", {5, 1, 2, 3, 4, 0}},
    {"first moved to the end", {1, 2, 3, 4, 5, 0}},
    {"last moved to the front", {5, 0, 1, 2, 3, 4}},
    {"halves swapped", {3, 4, 5, 0, 1, 2}},
    {"every pair swapped", {1, 0, 3, 2, 5, 4}},
    {"reversed", {5, 4, 3, 2, 1, 0}},
};

static void reorder(struct section *section, const uint8_t places[ORDERED])
{
    struct function sorted[ORDERED];
    for (uint32_t i = 0; i < ORDERED; i++)
        sorted[i] = section->functions[i];
    for (uint32_t i = 0; i < ORDERED; i++)
        section->functions[i] = sorted[places[i]];
}

/* What a lookup finds in a section that only says that it is sorted is contested, so no lookup is asked. */
static void emit_order(struct emitter *emitter, const struct twin *twin, const char *clause,
                       const char *reported, const struct order *order)
{
    reorder(gen_begin_fault(emitter, twin, clause, order->way), order->places);
    if (!gen_make_bytes(emitter))
        return;
    gen_report_model(emitter, reported);
    gen_ask_places(emitter, BOTH);
}

static void every_order(struct emitter *emitter)
{
    static const struct order after = {"functions below the section at the end", {1, 2, 3, 4, 5, 0}};
    bool conditional = !gen_profile_facts[emitter->profile].array_is_sorted;
    const char *array = conditional ? "fde.sorted-flagged" : "fde.sorted-array";
    const struct twin *other = conditional ? &twin_ordered_pcrel : &twin_ordered;
    for (unsigned i = 0; i < COUNT(orders); i++) {
        emit_order(emitter, &twin_ordered, "flags.sorted", array, &orders[i]);
        emit_order(emitter, other, array, array, &orders[i]);
    }
    emit_order(emitter, &twin_around, "flags.sorted", array, &after);
    emit_order(emitter, &twin_around, array, array, &after);
}

/* --- Overlap -------------------------------------------------------------------------------------------- */

/* Which of two functions answers for a PC is contested, so no PC that two hold is looked up. */
static const struct overlap {
    const char *way;
    struct {
        uint8_t function;
        int64_t start;
        uint32_t size;
    } changes[2]; /* size 0: none */
    unsigned asked;
} overlaps[] = {
    {"by one byte", {{0, 0x1000, 0x101}}, AT_FIRST | AT_FIRST_ROW | AT_THIRD},
    {"by one byte at the end", {{1, 0x1100, 0x101}}, AT_SECOND | AT_FIRST},
    {"by all but the first byte", {{0, 0x10ff, 0x41}}, AT_LAST},
    {"by half", {{0, 0x10e0, 0x40}}, AT_LAST},
    {"same start and size", {{1, 0x1000, 0x40}}, AT_LAST | AT_FIRST_END},
    {"same start and size at the end", {{1, 0x1200, 0x40}}, AT_FIRST | AT_END},
    {"same start and the first longer", {{1, 0x1000, 0x20}}, AT_LAST | AT_FIRST_LAST},
    {"same start and the second longer", {{1, 0x1000, 0x80}}, AT_LAST},
    {"same end", {{0, 0x1100, 0x40}, {1, 0x1120, 0x20}}, AT_LAST},
    {"one inside the other", {{1, 0x1010, 8}}, AT_FIRST | AT_LAST},
    {"one byte inside the other", {{1, 0x1020, 1}}, AT_FIRST | AT_LAST},
    {"last byte of the other", {{1, 0x103f, 1}}, AT_FIRST | AT_LAST},
    {"first over all others", {{0, 0x1000, 0x240}}, AT_FIRST | AT_END},
    {"greatest size", {{0, 0x1000, UINT32_MAX}}, AT_FIRST | AT_BEFORE},
    {"all three at one start", {{1, 0x1000, 0x40}, {2, 0x1000, 0x40}}, AT_FIRST_END},
    {"chain of three", {{0, 0x1000, 0x110}, {1, 0x1100, 0x110}}, AT_FIRST | AT_LAST},
};

static void emit_overlap(struct emitter *emitter, const struct overlap *overlap)
{
    struct section *section = gen_begin_fault(emitter, &gen_twin_plain, "fde.overlap", overlap->way);
    for (unsigned i = 0; i < 2 && overlap->changes[i].size > 0; i++) {
        struct function *function = &section->functions[overlap->changes[i].function];
        function->start = overlap->changes[i].start;
        function->size = overlap->changes[i].size;
        if (function->size < 9)
            function->row_count = 1; /* else rows would start beyond it */
    }
    if (!gen_make_bytes(emitter))
        return;
    gen_report_model(emitter, NULL);
    gen_ask_places(emitter, BOTH | overlap->asked);
}

static void every_overlap(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(overlaps); i++)
        emit_overlap(emitter, &overlaps[i]);
    if (gen_profile_facts[emitter->profile].array_is_sorted)
        return;
    struct section *section =
        gen_begin_fault(emitter, &gen_twin_plain, "fde.overlap", "by one byte and not sorted");
    section->flags = 0;
    section->functions[0].start = 0x1100;
    section->functions[0].size = 0x101;
    section->functions[1].start = 0x1000;
    if (!gen_make_bytes(emitter))
        return;
    gen_report_model(emitter, NULL);
    gen_ask_places(emitter, BOTH | AT_FIRST | AT_LAST);
}

/* --- The end of the address space ----------------------------------------------------------------------- */

/* Its last byte is the last of all. */
static void build_at_end(struct section *section)
{
    section->address = 0 - (uint64_t)0x2000;
    gen_add_function(section, 0x1000, 0x1000);
    gen_add_prologue(section, 4);
}

static const struct twin twin_end = {"fault-twin-end-of-memory", build_at_end,
                                     BOTH | AT_FIRST | AT_FIRST_ROW | AT_LAST};

/* What lies beyond the end is contested; the function's bytes before it are not. */
static void every_range(struct emitter *emitter)
{
    static const struct {
        const char *way;
        int64_t start;
        uint32_t size;
    } ranges[] = {
        {"one byte beyond the end", 0x1000, 0x1001},
        {"a page beyond the end", 0x1000, 0x2000},
        {"half of the section beyond the end", 0x1000, 0x3000},
        {"greatest signed size", 0x1000, INT32_MAX},
        {"size with the sign bit", 0x1000, 0x80000000},
        {"greatest size", 0x1000, UINT32_MAX},
    };
    for (unsigned i = 0; i < COUNT(ranges); i++) {
        struct section *section = gen_begin_fault(emitter, &twin_end, "fde.range", ranges[i].way);
        section->functions[0].start = ranges[i].start;
        section->functions[0].size = ranges[i].size;
        if (!gen_make_bytes(emitter))
            return;
        gen_report_model(emitter, NULL);
        gen_ask_places(emitter, BOTH | AT_LAST);
    }
}

/* --- Fields of entries ---------------------------------------------------------------------------------- */

/* Where rows are said to start: set to the value, or added to the length of the row sub-section. */
static const struct start_offset {
    const char *way;
    bool from_end;
    uint32_t value;
} start_offsets[] = {
    {"at the end of the rows", true, 0},
    {"one byte beyond the rows", true, 1},
    {"two bytes beyond the rows", true, 2},
    {"256 bytes beyond the rows", true, 256},
    {"65536", false, 0x10000},
    {"16777216", false, 0x1000000},
    {"greatest signed offset", false, INT32_MAX},
    {"offset with the sign bit", false, 0x80000000},
    {"minus one as a signed offset", false, UINT32_MAX},
    {"minus four as a signed offset", false, UINT32_MAX - 3},
};

static void emit_start_offset(struct emitter *emitter, const struct start_offset *start_offset, int function)
{
    static const char *const names[] = {" in the first entry", " in the second entry", " in the last entry"};
    static const unsigned asked[] = {AT_FIRST, AT_SECOND, AT_THIRD};
    char way[MAX_ID];
    if (!gen_make_fault(emitter, &gen_twin_plain, "fde.fre-off-inside",
                        SAY(way, "%s%s", start_offset->way, names[function])))
        return;
    const struct encoded *encoded = &emitter->encoded;
    const struct field *field = gen_fault_field(emitter, FIELD_FRE_OFF, function);
    uint32_t base = start_offset->from_end ? encoded->rows_end - encoded->rows_begin : 0;
    gen_lie_field(&emitter->encoded, field, base + start_offset->value);
    gen_report(emitter, NULL, field->offset, MAL);
    gen_ask_places(emitter, BOTH | asked[function]);
}

static void every_start_offset(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(start_offsets); i++)
        for (int function = i < 2 ? 0 : 1; function < (i < 2 ? 3 : 2); function++)
            emit_start_offset(emitter, &start_offsets[i], function);
}

/* The rows that it leads to are there, but after the end of the row sub-section. */
static void emit_start_in_tail(struct emitter *emitter)
{
    struct section *section = gen_begin_fault(emitter, &gen_twin_plain, "fde.fre-off-inside",
                                              "rows that follow the row sub-section");
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    section->gap_end = encoded->rows_end - encoded->rows_begin;
    if (!gen_make_bytes(emitter))
        return;
    const struct field *field = gen_fault_field(emitter, FIELD_FRE_OFF, 2);
    gen_lie_bytes(encoded, encoded->rows_end, encoded->bytes + encoded->rows_begin, section->gap_end);
    gen_lie_field(encoded, field, gen_raw_value(encoded, field) + section->gap_end);
    gen_report(emitter, NULL, field->offset, MAL);
    gen_ask_places(emitter, BOTH | AT_THIRD | AT_LAST);
}

/* Row counts whose low bytes are right: a reader of fewer bytes would not notice. */
static void every_row_count(struct emitter *emitter)
{
    static const struct {
        const char *way;
        uint32_t more, more_v3; /* 0: not in version 3 */
    } counts[] = {
        {"one row where none is left", 1, 1},
        {"256 more rows", 0x100, 0x100},
        {"65536 more rows", 0x10000, 0},
        {"16777216 more rows", 0x1000000, 0},
        {"count with the sign bit", 0x80000000, 0x8000},
        {"greatest count", UINT32_MAX - 3, UINT16_MAX - 3},
    };
    bool v3 = gen_profile_facts[emitter->profile].has_attribute;
    for (unsigned i = 0; i < COUNT(counts); i++) {
        uint32_t more = v3 ? counts[i].more_v3 : counts[i].more;
        if (more == 0)
            continue;
        if (!gen_make_fault(emitter, &gen_twin_plain, v3 ? "attribute.num-fres" : "fde.num-fres",
                            counts[i].way))
            return;
        const struct field *field = gen_fault_field(emitter, FIELD_FUNC_NUM_FRES, 2);
        gen_lie_field(&emitter->encoded, field, gen_raw_value(&emitter->encoded, field) + more);
        gen_report(emitter, "fre.inside", emitter->encoded.rows_end, MAL);
        gen_ask_places(emitter, BOTH);
    }
}

/* The last function is there, and the header does not count it. */
static void missed_function(struct emitter *emitter)
{
    if (!gen_make_fault(emitter, &gen_twin_plain, "header.num-fdes", "last entry not counted"))
        return;
    gen_lie_field(&emitter->encoded, gen_fault_field(emitter, FIELD_NUM_FDES, -1), 2);
    emitter->section.function_count = 2;
    gen_report(emitter, "header.fre-total", gen_fault_field(emitter, FIELD_NUM_FRES, -1)->offset, IRR);
    gen_also_breaks(emitter, "fre.owned", emitter->encoded.data_at[2], IRR);
    gen_ask_places(emitter, BOTH | AT_SECOND | AT_THIRD);
}

/* The last row is there, and its function does not count it. */
static void missed_row(struct emitter *emitter)
{
    struct section *section =
        gen_begin_fault(emitter, &gen_twin_plain, "header.fre-total", "last row not counted by its function");
    if (!gen_make_bytes(emitter))
        return;
    gen_lie_field(&emitter->encoded, gen_fault_field(emitter, FIELD_FUNC_NUM_FRES, 2), 2);
    section->functions[2].row_count = 2;
    gen_report(emitter, NULL, gen_fault_field(emitter, FIELD_NUM_FRES, -1)->offset, IRR);
    gen_also_breaks(emitter, "fre.owned", emitter->encoded.row_at[section->functions[2].first_row + 2], IRR);
    gen_ask_places(emitter, BOTH | AT_THIRD | AT_THIRD_ROW);
}

static void emit_padding(struct emitter *emitter, int function, uint16_t padding, const char *way)
{
    if (!gen_make_fault(emitter, &gen_twin_plain, "fde.padding", way))
        return;
    const struct field *field = gen_fault_field(emitter, FIELD_PADDING, function);
    gen_lie_field(&emitter->encoded, field, padding);
    gen_report(emitter, NULL, field->offset, IRR);
    gen_ask_places(emitter, BOTH | AT_FIRST | AT_LAST);
}

static void every_padding(struct emitter *emitter)
{
    if (!is_in(V2 | ERRATA, emitter->profile))
        return;
    for (unsigned bit = 0; bit < 16; bit += 5)
        emit_padding(emitter, 1, (uint16_t)(1U << bit), gen_numbered_way("bit ", bit, " set"));
    emit_padding(emitter, 0, 0xffff, "all bits of the first entry");
    emit_padding(emitter, 2, 0xffff, "all bits of the last entry");
}

static void build_stubs(struct section *section)
{
    for (int64_t i = 0; i < 3; i++)
        gen_add_stub(section, 0x1000 + 0x100 * i, 16, 4);
}

static const struct twin twin_stubs = {"fault-twin-stubs", build_stubs,
                                       BOTH | AT_FIRST | AT_SECOND_LATER | AT_LAST};

/* What holds in such a function is contested, so only what lies around it is looked up. */
static void every_zero_block(struct emitter *emitter)
{
    static const char *const ways[] = {"zero in the first function", "zero in the second function",
                                       "zero in the last function"};
    if (gen_profile_facts[emitter->profile].block_size_width == 0)
        return;
    for (unsigned i = 0; i < 3; i++) {
        struct section *section = gen_begin_fault(emitter, &twin_stubs, "fde.rep-size-nonzero", ways[i]);
        section->functions[i].rep_size = 0;
        if (!gen_make_bytes(emitter))
            return;
        gen_report_model(emitter, NULL);
        gen_ask_places(emitter, BOTH | (i == 0 ? AT_LAST : AT_FIRST));
    }
}

/* Bit 6 of the info byte is unused in every version: what may once extend the format changes no answer now.
 */
static void every_extension(struct emitter *emitter)
{
    if (!is_in(E1ON, emitter->profile))
        return;
    if (!gen_make_fault(emitter, &gen_twin_plain, "fde.extension", "bit 6 of the info byte set"))
        return;
    const struct field *field = gen_fault_field(emitter, FIELD_INFO, 1);
    gen_lie_bits(&emitter->encoded, field, 0x40, 0);
    gen_report(emitter, gen_profile_facts[emitter->profile].has_signal ? "info.unused-v3" : "info.unused",
               field->offset, IRR);
    gen_ask_places(emitter, BOTH | AT_SECOND | AT_SECOND_ROW);
}

/* --- Attributes ----------------------------------------------------------------------------------------- */

/* The last function has no rows, so that the attribute is the last thing there. */
CHANGE(build_outermost, gen_add_plain_functions(section, 1); gen_add_function(section, 0x1300, 0x40))

static const struct twin twin_outermost = {"fault-twin-outermost", build_outermost, BOTH | AT_SECOND};

enum { BEFORE_BLOCK_SIZE = 4 };

static uint32_t attribute_bytes(enum profile profile)
{
    return BEFORE_BLOCK_SIZE + gen_profile_facts[profile].block_size_width;
}

/* The first field that is not whole, if so many bytes of an attribute are left. */
static uint32_t cut_field(uint32_t left)
{
    static const uint32_t fields[BEFORE_BLOCK_SIZE] = {0, 0, 2, 3};
    return left < BEFORE_BLOCK_SIZE ? fields[left] : BEFORE_BLOCK_SIZE;
}

/* The rows end in the last attribute, by the header's length; the rest of it is cut off or follows. */
static void emit_cut_attribute(struct emitter *emitter, uint32_t left, bool follows)
{
    const char *after = follows ? " bytes lie in the rows" : " bytes are left";
    if (!gen_make_fault(emitter, &twin_outermost, "attribute.inside", gen_numbered_way("only ", left, after)))
        return;
    struct encoded *encoded = &emitter->encoded;
    uint32_t length = encoded->rows_end - encoded->rows_begin - attribute_bytes(emitter->profile) + left;
    gen_lie_field(encoded, gen_fault_field(emitter, FIELD_FRE_LEN, -1), length);
    if (follows)
        gen_also_breaks(emitter, "tile.cover", encoded->rows_begin + length, IRR);
    else
        gen_raw_cut(encoded, encoded->rows_begin + length);
    gen_report(emitter, NULL, encoded->data_at[2] + cut_field(left), MAL);
    gen_ask_places(emitter, BOTH);
}

/* The index leads to the last bytes of the rows. */
static void emit_late_attribute(struct emitter *emitter, uint32_t left)
{
    if (!gen_make_fault(emitter, &gen_twin_plain, "attribute.inside",
                        gen_numbered_way("index leads to the last ", left, " bytes")))
        return;
    struct encoded *encoded = &emitter->encoded;
    uint32_t offset = encoded->rows_end - encoded->rows_begin - left;
    gen_lie_field(encoded, gen_fault_field(emitter, FIELD_FRE_OFF, 2), offset);
    gen_report(emitter, NULL, encoded->rows_begin + offset + cut_field(left), MAL);
    gen_ask_places(emitter, BOTH | AT_THIRD);
}

void gen_family_faults_functions(struct emitter *emitter)
{
    if (!gen_is_for(emitter, ALL, TWO))
        return;
    gen_emit_twin(emitter, &twin_ordered);
    if (has_pcrel(emitter->profile))
        gen_emit_twin(emitter, &twin_ordered_pcrel);
    gen_emit_twin(emitter, &twin_around);
    gen_emit_twin(emitter, &twin_end);
    if (gen_profile_facts[emitter->profile].block_size_width != 0)
        gen_emit_twin(emitter, &twin_stubs);
    every_order(emitter);
    every_overlap(emitter);
    every_range(emitter);
    every_start_offset(emitter);
    emit_start_in_tail(emitter);
    every_row_count(emitter);
    missed_function(emitter);
    missed_row(emitter);
    every_padding(emitter);
    every_zero_block(emitter);
    every_extension(emitter);
    if (!gen_profile_facts[emitter->profile].has_attribute)
        return;
    gen_emit_twin(emitter, &twin_outermost);
    for (uint32_t left = 1; left < attribute_bytes(emitter->profile); left++) {
        emit_cut_attribute(emitter, left, false);
        emit_cut_attribute(emitter, left, true);
        emit_late_attribute(emitter, left);
    }
}
