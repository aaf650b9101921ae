/* Cases for open points of sections, and for faults that some can read. */
#include "open_cases.h"

/* --- Sections ------------------------------------------------------------------------------------------- */

static void near_zero(struct section *section)
{
    section->address = 0x1000;
    gen_leaf_at(section, 0x2000);
}

static void around_the_end(struct section *section)
{
    section->address = 0 - (uint64_t)0x10000;
    gen_leaf_at(section, 0xfff0);
}

static void overlapping(struct section *section)
{
    gen_leaf_at(section, 0x1000);
    gen_leaf_at(section, 0x1010);
}

static void below_and_above(struct section *section)
{
    section->address = 0x1000;
    gen_leaf_at(section, -0x3000);
    gen_leaf_at(section, 0x2000);
}

static void twins_one_empty(struct section *section)
{
    gen_add_function(section, 0x1000, 0);
    gen_add_row(section, 0);
    gen_leaf(section);
}

static void nearest_is_first(struct section *section)
{
    section->flags = 0;
    gen_leaf_at(section, 0x1010);
    gen_leaf_at(section, 0x1000);
}

static void falling(struct section *section)
{
    gen_leaf_at(section, 0x2000);
    gen_leaf_at(section, 0x1000);
}

/* --- The one thing -------------------------------------------------------------------------------------- */

CHANGE(fixed_fp_16, section->fixed_fp = -16)
CHANGE(word_of_8, section->rows[0].word_size = 4; section->gap_rows = 4)
CHANGE(word_of_7, section->rows[0].word_size = 4; section->gap_rows = 3)
CHANGE(other_order, section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG)
CHANGE(other_order_gap, other_order(section); section->gap_rows = 4)
CHANGE(other_order_leaf, other_order(section); gen_leaf(section))
CHANGE(below_zero, section->functions[0].start = -0x3000)
CHANGE(below_section, section->functions[0].start = -0x1000)
CHANGE(near_the_last, section->address = 0 - (uint64_t)0x1000)
CHANGE(flag_2, section->flags |= FLAG_FRAME_POINTER)
CHANGE(flag_4, section->flags |= FLAG_PCREL)
CHANGE(four_further, section->address += 4)
CHANGE(eight_further, section->address += 8)
CHANGE(at_section, section->functions[0].start = 0)
CHANGE(trailing_bytes, section->gap_end = 32)
CHANGE(filler, section->gap_functions = 4)
CHANGE(start_before, section->functions[0].start -= 0x10)
CHANGE(empty_function, gen_add_function(section, 0x1100, 0); gen_add_row(section, 0))
CHANGE(unflagged, section->flags = 0)
CHANGE(in_order, section->functions[0].start = 0x800)

/* --- What only bytes say -------------------------------------------------------------------------------- */

static uint32_t offset_of(const struct emitter *emitter, enum field_name name, int function, int row)
{
    return gen_find_field(&emitter->encoded, name, function, row, -1)->offset;
}

/* The section cannot be read, as this byte sets bits that nobody knows. */
static void unreadable(struct emitter *emitter, const char *clause, uint32_t offset, uint8_t bits)
{
    gen_forget_violations(emitter);
    emitter->encoded.bytes[offset] |= bits;
    gen_breaks(emitter, clause, offset, SEVERITY_MALFORMED);
}

static void abi_byte(struct emitter *emitter, uint8_t identifier)
{
    uint32_t at = offset_of(emitter, FIELD_ABI_ARCH, -1, -1);
    emitter->encoded.bytes[at] = identifier;
    unreadable(emitter, "abi.known", at, 0);
}

static void version_byte(struct emitter *emitter, uint8_t version)
{
    uint32_t at = offset_of(emitter, FIELD_VERSION, -1, -1);
    emitter->encoded.bytes[at] = version;
    unreadable(emitter, "version.known", at, 0);
}

static void cut(struct emitter *emitter, uint32_t length)
{
    gen_forget_violations(emitter);
    gen_raw_cut(&emitter->encoded, length);
    gen_breaks(emitter, "preamble.complete", length, SEVERITY_MALFORMED);
}

static void word_size_3(struct emitter *emitter, int row)
{
    unreadable(emitter, "fre.size-known", offset_of(emitter, FIELD_ROW_INFO, 0, row), 0x60);
}

LIE(abi_4, abi_byte(emitter, 4))
LIE(abi_5, abi_byte(emitter, 5))
LIE(version_1, version_byte(emitter, 1))
LIE(version_0, version_byte(emitter, 0))
LIE(version_9, version_byte(emitter, 9))
LIE(cut_to_nothing, cut(emitter, 0))
LIE(cut_to_a_byte, cut(emitter, 1))
LIE(word_size_3_first, word_size_3(emitter, 0))
LIE(word_size_3_empty, word_size_3(emitter, 1))
LIE(word_size_3_last, word_size_3(emitter, 2))
LIE(row_type_3, unreadable(emitter, "info.fre-type-known", offset_of(emitter, FIELD_INFO, 0, -1), 3))
LIE(function_type_2, unreadable(emitter, "info2.fde-type-known", offset_of(emitter, FIELD_INFO2, 0, -1), 2))

/* --- The table ------------------------------------------------------------------------------------------ */

#define UNAVOIDABLE(ledger)                                                                                  \
    {                                                                                                        \
        ledger, ledger, ledger                                                                               \
    }

static const struct touch touches[] = {
    TOUCH("abi-byte-order", ALL, ANY_ABI, IRREGULAR, DECODE, gen_no_functions,
          {.change = other_order, .pc = PC}, UNDONE),
    TOUCH("abi-byte-order", ALL, ANY_ABI, IRREGULAR, DECODE, gen_no_functions,
          {.change = other_order, .pc = PC}, {.change = other_order_leaf}),
    TOUCH("abi-byte-order", ALL, ANY_ABI, IRREGULAR, DECODE, gen_no_functions,
          {.change = other_order, .pc = PC}, {.change = other_order_gap}),
    TOUCH("fde-start-addition", ALL, ANY_ABI, VALID, ANY, near_zero, {.change = below_zero, .pc = PC},
          {.change = below_section}),
    TOUCH("fde-start-addition", ALL, ANY_ABI, VALID, ANY, near_zero, {.change = near_the_last, .pc = PC},
          UNDONE),
    TOUCH("fde-start-addition", ALL, ANY_ABI, IRREGULAR, NOWHERE, near_zero, {.change = below_zero, .pc = PC}),
    TOUCH("fde-start-addition", ALL, ANY_ABI, VALID, NOWHERE, gen_leaf, {.change = at_section, .pc = PC}),
    TOUCH("fixed-fp-any-abi", ALL, ANY_ABI, VALID, BOTH, gen_no_functions, {.change = fixed_fp_16, .pc = PC},
          UNDONE),
    TOUCH("fixed-fp-any-abi", ALL, ANY_ABI, IRREGULAR, NOWHERE, gen_no_functions,
          {.change = fixed_fp_16, .pc = PC}),
    TOUCH("flag-frame-pointer-v3", V3, ANY_ABI, IRREGULAR, DECODE, gen_leaf, {.change = flag_2, .pc = PC},
          UNDONE),
    TOUCH("flag-frame-pointer-v3", BEFORE_V3, ANY_ABI, IRREGULAR, NOWHERE, gen_leaf,
          {.change = flag_2, .pc = PC}),
    TOUCH("flag-pcrel-before-errata1", V12, ANY_ABI, IRREGULAR, RULES, gen_leaf, {.change = flag_4, .pc = PC},
          UNDONE),
    TOUCH("flag-pcrel-before-errata1", V12, ANY_ABI, IRREGULAR, RULES, gen_leaf,
          {.change = flag_4, .pc = PC + 0x1c + 0x1f}, {.pc = PC + 0x1c + 0x20}),
    TOUCH("flag-pcrel-before-errata1", E1ON, ANY_ABI, IRREGULAR, NOWHERE, gen_leaf,
          {.change = flag_4, .pc = PC}),
    TOUCH("function-range-wrap", ALL, ANY_ABI, IRREGULAR, LOOKUP, around_the_end, {.pc = 0xf}, {.pc = 0x10}),
    TOUCH("function-range-wrap", ALL, ANY_ABI, IRREGULAR, LOOKUP, around_the_end, {.pc = 0},
          {.pc = UINT64_MAX}),
    TOUCH("overlap-answer", ALL, ANY_ABI, IRREGULAR, LOOKUP, overlapping, {.pc = PC + 0x10}, {.pc = PC + 0xf}),
    TOUCH("overlap-answer", ALL, ANY_ABI, IRREGULAR, LOOKUP, overlapping, {.pc = PC + 0x1f}, {.pc = PC + 0x20}),
    TOUCH("overlap-answer", E1ON, ANY_ABI, IRREGULAR, NOWHERE, nearest_is_first, {.pc = PC + 0x10}),
    TOUCH("section-alignment", ALL, ANY_ABI, VALID, ANY, gen_leaf, {.change = four_further, .pc = PC + 4},
          {.change = eight_further}),
    TOUCH("section-alignment", ALL, ANY_ABI, IRREGULAR, NOWHERE, gen_leaf,
          {.change = four_further, .pc = PC + 4}),
    /* What parts the orders is a start that wraps, and whether it may is contested first. */
    TOUCH("sorted-below-section", ALL, ANY_ABI, VALID, NOWHERE, below_and_above, {.pc = PC},
          .first = UNAVOIDABLE("fde-start-addition")),
    TOUCH("sorted-below-section", ALL, ANY_ABI, IRREGULAR, NOWHERE, below_and_above, {.pc = PC}),
    /* Two functions in order with one start overlap, unless one is of size 0, which is contested next. */
    TOUCH("sorted-equal-starts", ALL, ANY_ABI, VALID, BOTH, twins_one_empty, {.pc = PC + 4},
          {.change = start_before, .first = "zero-size-function"}),
    TOUCH("sorted-equal-starts", ALL, ANY_ABI, IRREGULAR, NOWHERE, twins_one_empty, {.pc = PC + 4}),
    TOUCH("sorted-on-trust", ALL, ANY_ABI, IRREGULAR, LOOKUP, falling, {.pc = PC}, {.change = in_order}),
    TOUCH("sorted-on-trust", ALL, ANY_ABI, IRREGULAR, LOOKUP, falling, {.pc = PC}, {.pc = PC + 0x20}),
    TOUCH("sorted-on-trust", E1ON, ANY_ABI, IRREGULAR, NOWHERE, falling, {.change = unflagged, .pc = PC}),
    TOUCH("sorted-on-trust", V12, ANY_ABI, IRREGULAR, LOOKUP, falling, {.change = unflagged, .pc = PC},
          {.change = in_order}),
    TOUCH("tile-filler", ALL, ANY_ABI, VALID, BOTH, gen_leaf, {.change = filler, .pc = PC}, UNDONE),
    TOUCH("tile-filler", ALL, ANY_ABI, IRREGULAR, NOWHERE, gen_leaf, {.change = filler, .pc = PC}),
    TOUCH("zero-size-function", ALL, ANY_ABI, VALID, ANY, gen_leaf,
          {.change = empty_function, .pc = PC + 0x100}, UNDONE),
    TOUCH("zero-size-function", ALL, ANY_ABI, VALID, ANY, gen_leaf,
          {.change = empty_function, .pc = PC + 0x100}, {.pc = PC + 0x101}),
    TOUCH("zero-size-function", ALL, ANY_ABI, IRREGULAR, LOOKUP, gen_leaf,
          {.change = empty_function, .pc = PC + 0x100}, UNDONE),

    /* What some can read */
    TOUCH("abi-s390x-before-errata1", V12, ARM_BE, MALFORMED, ANY, gen_leaf, {.lie = abi_4, .pc = PC},
          {.lie = abi_4, .refused = true}),
    TOUCH("abi-unknown", ALL, ANY_ABI, MALFORMED, BOTH, gen_leaf, {.lie = abi_5, .pc = PC},
          {.lie = abi_5, .refused = true}),
    TOUCH("count-zero-word-size", ALL, ANY_ABI, MALFORMED, ANY, gen_end_of_stack,
          {.lie = word_size_3_empty, .pc = AT_ROW_8}, {.lie = word_size_3_last}),
    TOUCH("empty-section", ALL, ANY_ABI, MALFORMED, BOTH, gen_leaf, {.lie = cut_to_nothing, .pc = PC},
          {.lie = cut_to_a_byte}),
    TOUCH("reserved-fde-type", V3, ANY_ABI, MALFORMED, BOTH, gen_leaf, {.lie = function_type_2, .pc = PC},
          {.lie = function_type_2, .refused = true}),
    TOUCH("reserved-fre-type", ALL, ANY_ABI, MALFORMED, BOTH, gen_leaf, {.lie = row_type_3, .pc = PC},
          {.lie = row_type_3, .refused = true}),
    TOUCH("reserved-word-size", ALL, ANY_ABI, MALFORMED, ANY, gen_prologue,
          {.lie = word_size_3_first, .pc = PC}, {.lie = word_size_3_last}),
    TOUCH("reserved-word-size", ALL, ANY_ABI, MALFORMED, ANY, gen_prologue,
          {.lie = word_size_3_first, .pc = PC}, {.change = trailing_bytes, .lie = word_size_3_last}),
    TOUCH("reserved-word-size", ALL, ANY_ABI, MALFORMED, ANY, gen_leaf,
          {.change = word_of_8, .lie = word_size_3_first, .pc = PC},
          {.change = word_of_7, .lie = word_size_3_first}),
    TOUCH("version-older-accepted", V2ON, ANY_ABI, MALFORMED, ANY, gen_leaf, {.lie = version_1, .pc = PC},
          {.lie = version_0}),
    TOUCH("version-older-accepted", V2ON, ANY_ABI, MALFORMED, ANY, gen_leaf, {.lie = version_1, .pc = PC},
          {.lie = version_9}),
};

const struct touches section_touches = TOUCHES(touches);
