/* Tests of the guard (open.h): for each open point that a vector can touch a section that touches it, and the
 * same section with the one thing undone, or the PC beside it, which does not. */
#include "open.h"
#include "points.h"
#include "vector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { RULES = DECODE | LOOKUP, ANY = BOTH | LOOKUP, NOWHERE = 0 };

typedef void build_section(struct section *section);
typedef void lie_about(struct emitter *emitter);

struct side {
    build_section *change; /* null: nothing more is built */
    lie_about *lie;        /* null: the bytes are the model's */
    uint64_t pc;           /* beside: the PC is all that differs; 0: it does not */
    bool refused;          /* for one reason more, which no reading contests */
    const char *first;     /* beside: a point that cannot be avoided there */
};

struct touch {
    const char *ledger;
    unsigned profiles, abis;
    enum vector_class vector_class; /* irregular ones have trailing bytes, which touch nothing */
    unsigned asked;                 /* of which operations the point is named; of the others it is not */
    build_section *build;           /* both sides */
    struct side at, beside;
    const char *first[OPERATION_LOOKUP + 1]; /* the point that is named of the other operations */
};

#define TOUCH(point, profile_set, abi_set, class_name, operations, builder, ...)                             \
    {                                                                                                        \
        .ledger = point, .profiles = profile_set, .abis = abi_set, .vector_class = CLASS_##class_name,       \
        .asked = operations, .build = builder, __VA_ARGS__                                                   \
    }

/* The usual place: the first byte of the first function. */
enum { PC = 0x11000 };

/* --- Sections ------------------------------------------------------------------------------------------- */

/* One row that says CFA, FP, and RA where rows can. */
static void full_row(struct section *section)
{
    leaf(section);
    slots_to(section, &section->rows[0], -48, -72);
}

/* The same by pairs, and a second row. */
static void flexible(struct section *section)
{
    leaf(section);
    make_flexible(section);
    add_row(section, 8);
    for (unsigned i = 0; i < 2; i++) {
        section->rows[i].ra = rule_slot(-48);
        section->rows[i].fp = rule_slot(-72);
    }
}

/* On AMD64 at another offset than the ABI's. */
static void fixed_ra_flexible(struct section *section)
{
    flexible(section);
    section->fixed_ra = -16;
}

static void fixed_fp_flexible(struct section *section)
{
    flexible(section);
    section->fixed_fp = -72;
}

static void fixed_fp_leaf(struct section *section)
{
    leaf(section);
    section->fixed_fp = -72;
}

static void leaf_without_ra(struct section *section)
{
    leaf(section);
    section->fixed_ra = 0;
}

static void add_starts(struct section *section, const uint32_t *starts, unsigned count)
{
    add_function(section, 0x1000, 0x20);
    for (unsigned i = 0; i < count; i++)
        add_row(section, starts[i]);
}

static void rows_0_8_4(struct section *section)
{
    static const uint32_t starts[] = {0, 8, 4};
    add_starts(section, starts, 3);
}

static void rows_0_4_4(struct section *section)
{
    static const uint32_t starts[] = {0, 4, 4};
    add_starts(section, starts, 3);
}

static void mask_0_2_4_8(struct section *section)
{
    static const uint32_t starts[] = {0, 2, 4, 8};
    add_starts(section, starts, 4);
    section->functions[0].pc_type = PC_MASK;
}

static void mask_0_4_off_by_2(struct section *section)
{
    static const uint32_t starts[] = {0, 4};
    add_starts(section, starts, 2);
    section->functions[0].pc_type = PC_MASK;
    section->functions[0].start += 2;
}

static void near_zero(struct section *section)
{
    section->address = 0x1000;
    leaf_at(section, 0x2000);
}

static void around_the_end(struct section *section)
{
    section->address = 0 - (uint64_t)0x10000;
    leaf_at(section, 0xfff0);
}

static void overlapping(struct section *section)
{
    leaf_at(section, 0x1000);
    leaf_at(section, 0x1010);
}

static void below_and_above(struct section *section)
{
    section->address = 0x1000;
    leaf_at(section, -0x3000);
    leaf_at(section, 0x2000);
}

static void twins_one_empty(struct section *section)
{
    add_function(section, 0x1000, 0);
    add_row(section, 0);
    leaf(section);
}

static void nearest_is_first(struct section *section)
{
    section->flags = 0;
    leaf_at(section, 0x1010);
    leaf_at(section, 0x1000);
}

static void falling(struct section *section)
{
    leaf_at(section, 0x2000);
    leaf_at(section, 0x1000);
}

/* --- The one thing -------------------------------------------------------------------------------------- */

#define CHANGE(name, ...)                                                                                    \
    static void name(struct section *section)                                                                \
    {                                                                                                        \
        __VA_ARGS__;                                                                                         \
    }

/* Rows */
CHANGE(base_bit_1, section->rows[1].idle_base = true)
CHANGE(mangled_0, section->rows[0].mangled = true)
CHANGE(mangled_1, section->rows[1].mangled = true)
CHANGE(empty_1, section->rows[1].empty = true)
CHANGE(fixed_fp_16, section->fixed_fp = -16)
CHANGE(fixed_fp_72, section->fixed_fp = -72)
CHANGE(fixed_ra_none, section->fixed_ra = 0)
CHANGE(fixed_ra_8, section->fixed_ra = -8)
CHANGE(fixed_ra_16, section->fixed_ra = -16)
CHANGE(fp_slot, section->rows[0].fp = rule_slot(-72))
CHANGE(ra_slot, section->rows[0].ra = rule_slot(-48))
CHANGE(fp_slot_zero, section->rows[0].fp = rule_slot(0))
CHANGE(fp_unsaid, section->rows[0].fp = rule_unsaid())
CHANGE(fp_padded, section->rows[0].fp = rule_padded())
CHANGE(ra_unsaid, section->rows[0].ra = section->rows[0].fp = rule_unsaid())
CHANGE(ra_padded, section->rows[0].ra = rule_padded())
CHANGE(ra_padded_last, section->rows[0].ra = rule_padded(); section->rows[0].fp = rule_unsaid())
CHANGE(ra_register, section->rows[0].ra = rule_register(16, 0))
CHANGE(fp_register, section->rows[0].fp = rule_register(17, 0))
CHANGE(both_registers, ra_register(section); fp_register(section))
CHANGE(ra_register_slot, section->rows[0].ra = rule_register_slot(5, 8))
CHANGE(ra_idle_number, section->rows[0].ra.idle_bits = 5 << 3)
CHANGE(ra_odd, section->rows[0].ra.idle_bits = 4)
CHANGE(cfa_odd, section->rows[0].cfa.idle_bits = 4)
CHANGE(fp_odd, section->rows[0].cfa = rule_fp(16); cfa_odd(section))
CHANGE(register_odd, section->rows[0].cfa = rule_register(10, 16); cfa_odd(section))
CHANGE(ra_number_alone, section->rows[0].ra = rule_cfa(0); section->rows[0].ra.idle_bits = 3 << 3)
CHANGE(ra_at_cfa, section->rows[0].ra = rule_slot(0))
CHANGE(cfa_from_itself, section->rows[0].cfa = rule_slot(16))
CHANGE(cfa_above_32_bits, section->rows[0].cfa.offset = INT64_C(1) << 31)
CHANGE(cfa_greatest_32_bits, section->rows[0].cfa.offset = (INT64_C(1) << 31) - 8)
CHANGE(cfa_below_32_bits, section->rows[0].cfa.offset = INT32_MIN - INT64_C(8))
CHANGE(cfa_least_32_bits, section->rows[0].cfa.offset = INT32_MIN)
CHANGE(cfa_greatest_word, section->rows[0].cfa.offset = INT32_MAX)
CHANGE(cfa_number_alone, section->rows[0].cfa = rule_cfa(16); section->rows[0].cfa.idle_bits = 7 << 3)
CHANGE(third_word, section->rows[0].extra_count = 1)
CHANGE(word_of_8, section->rows[0].word_size = 4; section->gap_rows = 4)
CHANGE(word_of_7, section->rows[0].word_size = 4; section->gap_rows = 3)
CHANGE(by_pairs, section->functions[0].fde_type = FDE_FLEX)
CHANGE(full_slots, slots_to(section, &section->rows[0], -48, -72))
CHANGE(said_and_empty, fp_slot(section); section->rows[0].empty = true)
CHANGE(pairs_from_itself, by_pairs(section); cfa_from_itself(section))

/* Functions */
CHANGE(no_rows, add_function(section, 0x1100, 0x20))
CHANGE(no_rows_flexible, no_rows(section); make_flexible(section))
CHANGE(key_b, section->functions[0].key_b = true)
CHANGE(rep_size_16, section->functions[0].rep_size = 16)
CHANGE(rep_size_0, section->functions[0].rep_size = 0)
CHANGE(mask_without_rows, no_rows(section); section->functions[1].pc_type = PC_MASK)
CHANGE(size_15, section->functions[0].size = 15)
CHANGE(size_16, section->functions[0].size = 16)
CHANGE(five_later, section->functions[0].start += 5)
CHANGE(five_later_12_8, five_later(section); section->rows[0].start = 12; section->rows[1].start = 8)

/* Sections */
CHANGE(other_order, section->order = section->order == ORDER_BIG ? ORDER_LITTLE : ORDER_BIG)
CHANGE(other_order_gap, other_order(section); section->gap_rows = 4)
CHANGE(other_order_leaf, other_order(section); leaf(section))
CHANGE(below_zero, section->functions[0].start = -0x3000)
CHANGE(below_section, section->functions[0].start = -0x1000)
CHANGE(near_the_last, section->address = 0 - (uint64_t)0x1000)
CHANGE(flag_2, section->flags |= FLAG_FRAME_POINTER)
CHANGE(flag_4, section->flags |= FLAG_PCREL)
CHANGE(four_further, section->address += 4)
CHANGE(eight_further, section->address += 8)
CHANGE(eight_between, eight_further(section); section->functions[0].start -= 8)
CHANGE(at_section, section->functions[0].start = 0)
CHANGE(trailing_bytes, section->gap_end = 32)
CHANGE(filler, section->gap_functions = 4)
CHANGE(start_before, section->functions[0].start -= 0x10)
CHANGE(empty_function, add_function(section, 0x1100, 0); add_row(section, 0))
CHANGE(unflagged, section->flags = 0)
CHANGE(in_order, section->functions[0].start = 0x800)

/* --- What only bytes say -------------------------------------------------------------------------------- */

static uint32_t offset_of(const struct emitter *emitter, enum field_name name, int function, int row)
{
    return find_field(&emitter->encoded, name, function, row, -1)->offset;
}

/* The section cannot be read, as this byte sets bits that nobody knows. */
static void unreadable(struct emitter *emitter, const char *clause, uint32_t offset, uint8_t bits)
{
    forget_violations(emitter);
    emitter->encoded.bytes[offset] |= bits;
    breaks(emitter, clause, offset, SEVERITY_MALFORMED);
}

#define LIE(name, ...)                                                                                       \
    static void name(struct emitter *emitter)                                                                \
    {                                                                                                        \
        __VA_ARGS__;                                                                                         \
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
    forget_violations(emitter);
    raw_cut(&emitter->encoded, length);
    breaks(emitter, "preamble.complete", length, SEVERITY_MALFORMED);
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

/* The model then says what the bytes would. */
static void understood(struct emitter *emitter, const char *clause, struct rule *rule, enum place place)
{
    rule->place = place;
    breaks(emitter, clause, emitter->encoded.row_info_at[0] + 1, SEVERITY_IRREGULAR);
}

LIE(cfa_of_zero, understood(emitter, "flex.cfa-first", &emitter->section.rows[0].cfa, PLACE_UNSAID))
LIE(pair_cut, understood(emitter, "flex.pair-whole", &emitter->section.rows[0].ra, PLACE_UNKNOWN))
LIE(negative_ra, understood(emitter, "s390x.register-positive", &emitter->section.rows[0].ra, PLACE_UNKNOWN))
LIE(negative_fp, understood(emitter, "s390x.register-positive", &emitter->section.rows[0].fp, PLACE_UNKNOWN))

/* --- The table ------------------------------------------------------------------------------------------ */

/* On s390x flexible rows are contested in themselves. */
enum { PAIRS = AMD | ARMS };

#define FIXED_FP                                                                                             \
    {                                                                                                        \
        "fixed-fp-any-abi", "fixed-fp-any-abi"                                                               \
    }
#define UNAVOIDABLE(ledger)                                                                                  \
    {                                                                                                        \
        ledger, ledger, ledger                                                                               \
    }
#define UNDONE                                                                                               \
    {                                                                                                        \
        .change = NULL                                                                                       \
    }
#define AT_ROW_8 (PC + 8)

static const struct touch touches[] = {
    /* Rows */
    TOUCH("count-zero-base-bit", E2ON, EVERY, VALID, BOTH, end_of_stack,
          {.change = base_bit_1, .pc = AT_ROW_8}, UNDONE),
    TOUCH("count-zero-base-bit", E2ON, EVERY, IRREGULAR, NOWHERE, end_of_stack,
          {.change = base_bit_1, .pc = AT_ROW_8}),
    TOUCH("count-zero-before-errata2", V12 | V2E1, EVERY, IRREGULAR, RULES, end_of_stack, {.pc = AT_ROW_8},
          {.pc = PC + 7}),
    TOUCH("count-zero-before-errata2", E2ON, EVERY, VALID, NOWHERE, end_of_stack, {.pc = AT_ROW_8}),
    TOUCH("count-zero-flex", V3, PAIRS, VALID, ANY, flexible, {.change = empty_1, .pc = AT_ROW_8}, UNDONE),
    TOUCH("count-zero-flex", V3, PAIRS, VALID, ANY, flexible, {.change = empty_1, .pc = AT_ROW_8},
          {.pc = PC + 7}),
    TOUCH("count-zero-flex", V3, PAIRS, IRREGULAR, DECODE, flexible, {.change = empty_1, .pc = AT_ROW_8},
          UNDONE),
    TOUCH("count-zero-mangled", E2ON, ARMS, VALID, BOTH, end_of_stack, {.change = mangled_1, .pc = AT_ROW_8},
          {.change = mangled_0}),
    TOUCH("count-zero-mangled", E2ON, ARMS, IRREGULAR, NOWHERE, end_of_stack,
          {.change = mangled_1, .pc = AT_ROW_8}),
    TOUCH("fixed-fp-and-word", ALL, EVERY, IRREGULAR, RULES, full_row, {.change = fixed_fp_16, .pc = PC},
          {.change = fixed_fp_72}),
    TOUCH("fixed-fp-without-word", ALL, EVERY, IRREGULAR, RULES, fixed_fp_leaf, {.pc = PC},
          {.change = full_slots}),
    TOUCH("fixed-ra-amd64-other", ALL, AMD, IRREGULAR, RULES, leaf, {.change = fixed_ra_16, .pc = PC},
          UNDONE),
    TOUCH("fixed-ra-amd64-other", V3, AMD, IRREGULAR, RULES, fixed_ra_flexible,
          {.change = ra_unsaid, .pc = PC}, UNDONE),
    TOUCH("fixed-ra-amd64-zero-v1-v2", V12, AMD, IRREGULAR, RULES, leaf, {.change = fixed_ra_none, .pc = PC},
          UNDONE),
    TOUCH("fixed-ra-amd64-zero", E1ON, AMD, IRREGULAR, RULES, leaf_without_ra, {.change = fp_slot, .pc = PC},
          UNDONE),
    TOUCH("fixed-ra-amd64-zero", E2ON, AMD, IRREGULAR, NOWHERE, leaf_without_ra,
          {.change = said_and_empty, .pc = PC}),
    TOUCH("fixed-ra-tracking-abi", E1ON, TRACKED, IRREGULAR, RULES, leaf, {.change = fixed_ra_8, .pc = PC},
          UNDONE),
    TOUCH("fixed-ra-tracking-abi", V3, ARMS, IRREGULAR, RULES, fixed_ra_flexible,
          {.change = ra_unsaid, .pc = PC}, UNDONE),
    TOUCH("flex-cfa-padding", V3, PAIRS, IRREGULAR, RULES, flexible, {.lie = cfa_of_zero, .pc = PC}, UNDONE),
    TOUCH("flex-cfa-without-register", V3, PAIRS, IRREGULAR, RULES, flexible,
          {.change = cfa_from_itself, .pc = PC}, UNDONE),
    TOUCH("flex-cfa-without-register", V3, PAIRS, IRREGULAR, RULES, flexible,
          {.change = cfa_number_alone, .pc = PC}, UNDONE),
    TOUCH("flex-cfa-without-register", V3, S390, IRREGULAR, RULES, flexible,
          {.change = cfa_from_itself, .pc = PC}, {.first = "s390x-flex-cfa-scaled"}),
    TOUCH("flex-fp-absent-fixed", V3, PAIRS, IRREGULAR, RULES, fixed_fp_flexible,
          {.change = fp_padded, .pc = PC}, UNDONE),
    TOUCH("flex-fp-padding", V3, PAIRS, VALID, BOTH, flexible, {.change = fp_padded, .pc = PC},
          {.change = fp_unsaid}),
    TOUCH("flex-fp-padding", V3, PAIRS, IRREGULAR, NOWHERE, flexible, {.change = fp_padded, .pc = PC}),
    TOUCH("flex-no-base-no-deref", V3, PAIRS, VALID, ANY, flexible, {.change = ra_number_alone, .pc = PC},
          {.change = ra_at_cfa}),
    TOUCH("flex-no-base-no-deref", V3, PAIRS, VALID, ANY, flexible, {.change = ra_number_alone, .pc = PC},
          {.pc = AT_ROW_8}),
    TOUCH("flex-no-base-no-deref", V3, PAIRS, IRREGULAR, RULES, flexible,
          {.change = ra_number_alone, .pc = PC}, {.change = ra_at_cfa}),
    TOUCH("flex-pair-cut", V3, PAIRS, IRREGULAR, LOOKUP, flexible, {.lie = pair_cut, .pc = PC}, UNDONE),
    TOUCH("flex-ra-absent-tracked", V3, ARMS, VALID, RULES, flexible, {.change = ra_unsaid, .pc = PC},
          UNDONE),
    TOUCH("flex-ra-absent-tracked", V3, ARMS, IRREGULAR, RULES, flexible, {.change = ra_padded, .pc = PC},
          UNDONE),
    TOUCH("flex-ra-absent-tracked", V3, AMD, VALID, NOWHERE, flexible, {.change = ra_unsaid, .pc = PC}),
    TOUCH("flex-ra-padding-last", V3, AMD, VALID, BOTH, flexible, {.change = ra_padded_last, .pc = PC},
          {.change = ra_padded}),
    TOUCH("flex-ra-padding-last", V3, AMD, IRREGULAR, NOWHERE, flexible,
          {.change = ra_padded_last, .pc = PC}),
    TOUCH("flex-regnum-without-reg", V3, PAIRS, VALID, BOTH, flexible, {.change = ra_idle_number, .pc = PC},
          {.change = ra_register_slot}),
    TOUCH("flex-regnum-without-reg", V3, PAIRS, IRREGULAR, NOWHERE, flexible,
          {.change = ra_idle_number, .pc = PC}),
    TOUCH("ra-tracking-v1-v2", V12, ARMS, VALID, RULES, leaf, {.change = fixed_ra_8, .pc = PC}, UNDONE),
    TOUCH("ra-tracking-v1-v2", V12, ARMS, VALID, RULES, leaf, {.change = ra_slot, .pc = PC},
          {.change = full_slots}),
    TOUCH("ra-tracking-v1-v2", V12, AMD, IRREGULAR, RULES, full_row, {.change = third_word, .pc = PC},
          UNDONE),
    TOUCH("ra-tracking-v1-v2", V12, ARMS, IRREGULAR, RULES, leaf, {.change = fixed_ra_8, .pc = PC}, UNDONE),
    TOUCH("reserved-control-bit", V3, PAIRS, IRREGULAR, RULES, flexible, {.change = cfa_odd, .pc = PC},
          {.change = ra_odd}),
    TOUCH("reserved-control-bit", V3, PAIRS, IRREGULAR, RULES, flexible, {.change = fp_odd, .pc = PC},
          UNDONE),
    TOUCH("reserved-control-bit", V3, PAIRS, IRREGULAR, RULES, flexible, {.change = register_odd, .pc = PC},
          UNDONE),
    TOUCH("s390x-cfa-width", E1ON, S390, VALID, ANY, full_row, {.change = cfa_above_32_bits, .pc = PC},
          {.change = cfa_greatest_32_bits}),
    TOUCH("s390x-cfa-width", E1ON, S390, VALID, ANY, full_row, {.change = cfa_below_32_bits, .pc = PC},
          {.change = cfa_least_32_bits}),
    TOUCH("s390x-cfa-width", E1ON, S390, IRREGULAR, RULES, full_row, {.change = cfa_above_32_bits, .pc = PC},
          {.change = cfa_greatest_32_bits}),
    TOUCH("s390x-cfa-width", V3, PAIRS, VALID, NOWHERE, full_row, {.change = cfa_greatest_word, .pc = PC}),
    TOUCH("s390x-flex-cfa-scaled", V3, S390, VALID, RULES, full_row, {.change = by_pairs, .pc = PC}, UNDONE),
    TOUCH("s390x-flex-cfa-scaled", V3, S390, IRREGULAR, RULES, full_row, {.change = by_pairs, .pc = PC},
          UNDONE),
    TOUCH("s390x-flex-cfa-scaled", V3, S390, IRREGULAR, NOWHERE, full_row,
          {.change = pairs_from_itself, .pc = PC},
          .first = {"flex-cfa-without-register", [OPERATION_LOOKUP] = "flex-cfa-without-register"}),
    TOUCH("s390x-fp-word-zero", E1ON, S390, VALID, RULES, full_row, {.change = fp_slot_zero, .pc = PC},
          {.change = fp_unsaid}),
    TOUCH("s390x-fp-word-zero", E1ON, S390, IRREGULAR, RULES, full_row, {.change = fp_slot_zero, .pc = PC},
          UNDONE),
    TOUCH("s390x-fp-word-zero", ALL, PAIRS, VALID, NOWHERE, full_row, {.change = fp_slot_zero, .pc = PC}),
    TOUCH("s390x-register-sign", ERRATA, S390, IRREGULAR, LOOKUP, full_row, {.lie = negative_ra, .pc = PC},
          UNDONE),
    TOUCH("s390x-register-sign", ERRATA, S390, IRREGULAR, LOOKUP, full_row, {.lie = negative_fp, .pc = PC},
          UNDONE),
    TOUCH("s390x-register-unsaved-order", ERRATA, S390, VALID, BOTH, full_row,
          {.change = ra_register, .pc = PC}, {.change = both_registers}),
    TOUCH("s390x-register-unsaved-order", ERRATA, S390, VALID, BOTH, full_row,
          {.change = fp_register, .pc = PC}, UNDONE),
    TOUCH("s390x-register-unsaved-order", ERRATA, S390, IRREGULAR, NOWHERE, full_row,
          {.change = ra_register, .pc = PC}),
    /* Functions */
    TOUCH("no-rows-before-v3", BEFORE_V3, EVERY, VALID, ANY, leaf, {.change = no_rows, .pc = PC + 0x100},
          UNDONE),
    TOUCH("no-rows-before-v3", BEFORE_V3, EVERY, VALID, ANY, leaf, {.change = no_rows, .pc = PC + 0x100},
          {.pc = PC}),
    TOUCH("no-rows-before-v3", BEFORE_V3, EVERY, IRREGULAR, LOOKUP, leaf,
          {.change = no_rows, .pc = PC + 0x100}, UNDONE),
    TOUCH("outermost-no-rows-flex", V3, EVERY, VALID, ANY, leaf,
          {.change = no_rows_flexible, .pc = PC + 0x100}, {.change = no_rows}),
    TOUCH("outermost-no-rows-flex", V3, EVERY, IRREGULAR, LOOKUP, leaf,
          {.change = no_rows_flexible, .pc = PC + 0x100}, {.pc = PC}),
    TOUCH("pauth-key-v1-v2", V12, AMD, VALID, BOTH, leaf, {.change = key_b, .pc = PC}, UNDONE),
    TOUCH("pauth-key-v1-v2", ALL, ARMS, VALID, NOWHERE, leaf, {.change = key_b, .pc = PC}),
    TOUCH("pauth-key-v1-v2", V12, AMD, IRREGULAR, NOWHERE, leaf, {.change = key_b, .pc = PC}),
    TOUCH("pcmask-block-beyond-function", V2ON, EVERY, VALID, BOTH, stub, {.change = size_15, .pc = PC},
          {.change = size_16}),
    TOUCH("pcmask-block-beyond-function", V2ON, EVERY, IRREGULAR, NOWHERE, stub,
          {.change = size_15, .pc = PC}),
    TOUCH("pcmask-pc-origin", V2ON, EVERY, VALID, LOOKUP, stub, {.change = five_later, .pc = PC + 11},
          UNDONE),
    TOUCH("pcmask-pc-origin", V2ON, EVERY, VALID, LOOKUP, stub, {.change = five_later, .pc = PC + 11},
          {.pc = PC + 13}),
    TOUCH("pcmask-pc-origin", V2ON, EVERY, IRREGULAR, LOOKUP, stub, {.change = five_later, .pc = PC + 11},
          UNDONE),
    TOUCH("pcmask-pc-origin", V2ON, EVERY, IRREGULAR, LOOKUP, stub, {.change = five_later_12_8, .pc = PC + 8},
          UNDONE),
    TOUCH("pcmask-pc-origin", V2ON, EVERY, VALID, LOOKUP, stub, {.change = eight_further, .pc = PC + 8},
          UNDONE),
    TOUCH("pcmask-pc-origin", V2ON, EVERY, VALID, LOOKUP, stub, {.change = eight_between, .pc = PC}, UNDONE),
    TOUCH("pcmask-rep-size-zero", V2ON, EVERY, IRREGULAR, LOOKUP, stub, {.change = rep_size_0, .pc = PC},
          UNDONE),
    TOUCH("pcmask-rep-size-zero", V3, EVERY, IRREGULAR, NOWHERE, leaf,
          {.change = mask_without_rows, .pc = PC + 0x100}),
    TOUCH("pcmask-v1-last-match", V1, EVERY, VALID, LOOKUP, mask_0_2_4_8, {.pc = PC + 10}, {.pc = PC + 1}),
    TOUCH("pcmask-v1-last-match", V1, EVERY, IRREGULAR, LOOKUP, mask_0_2_4_8, {.pc = PC + 10},
          {.pc = PC + 16}),
    TOUCH("pcmask-v1-pc-origin", V1, EVERY, VALID, LOOKUP, mask_0_4_off_by_2, {.pc = PC + 4}, {.pc = PC + 2}),
    TOUCH("pcmask-v1-pc-origin", V1, EVERY, IRREGULAR, LOOKUP, mask_0_4_off_by_2, {.pc = PC + 5},
          {.pc = PC + 3}),
    TOUCH("rep-size-inc", V2ON, EVERY, VALID, BOTH, leaf, {.change = rep_size_16, .pc = PC}, UNDONE),
    TOUCH("rep-size-inc", V2ON, EVERY, IRREGULAR, NOWHERE, leaf, {.change = rep_size_16, .pc = PC}),
    TOUCH("row-order-answer", ALL, EVERY, IRREGULAR, LOOKUP, rows_0_8_4, {.pc = PC + 4}, {.pc = PC + 3}),
    TOUCH("row-order-answer", ALL, EVERY, IRREGULAR, LOOKUP, rows_0_8_4, {.pc = PC + 8}, {.pc = PC + 3}),
    TOUCH("row-order-equal", ALL, EVERY, IRREGULAR, LOOKUP, rows_0_4_4, {.pc = PC + 4}, {.pc = PC + 3}),
    /* Sections */
    TOUCH("abi-byte-order", ALL, EVERY, IRREGULAR, DECODE, no_functions, {.change = other_order, .pc = PC},
          UNDONE),
    TOUCH("abi-byte-order", ALL, EVERY, IRREGULAR, DECODE, no_functions, {.change = other_order, .pc = PC},
          {.change = other_order_leaf}),
    TOUCH("abi-byte-order", ALL, EVERY, IRREGULAR, DECODE, no_functions, {.change = other_order, .pc = PC},
          {.change = other_order_gap}),
    TOUCH("fde-start-addition", ALL, EVERY, VALID, ANY, near_zero, {.change = below_zero, .pc = PC},
          {.change = below_section}),
    TOUCH("fde-start-addition", ALL, EVERY, VALID, ANY, near_zero, {.change = near_the_last, .pc = PC},
          UNDONE),
    TOUCH("fde-start-addition", ALL, EVERY, IRREGULAR, NOWHERE, near_zero, {.change = below_zero, .pc = PC}),
    TOUCH("fde-start-addition", ALL, EVERY, VALID, NOWHERE, leaf, {.change = at_section, .pc = PC}),
    TOUCH("fixed-fp-any-abi", ALL, EVERY, VALID, BOTH, no_functions, {.change = fixed_fp_16, .pc = PC},
          UNDONE),
    TOUCH("fixed-fp-any-abi", ALL, EVERY, IRREGULAR, NOWHERE, no_functions,
          {.change = fixed_fp_16, .pc = PC}),
    TOUCH("flag-frame-pointer-v3", V3, EVERY, IRREGULAR, DECODE, leaf, {.change = flag_2, .pc = PC}, UNDONE),
    TOUCH("flag-frame-pointer-v3", BEFORE_V3, EVERY, IRREGULAR, NOWHERE, leaf, {.change = flag_2, .pc = PC}),
    TOUCH("flag-pcrel-before-errata1", V12, EVERY, IRREGULAR, RULES, leaf, {.change = flag_4, .pc = PC},
          UNDONE),
    TOUCH("flag-pcrel-before-errata1", V12, EVERY, IRREGULAR, RULES, leaf,
          {.change = flag_4, .pc = PC + 0x1c + 0x1f}, {.pc = PC + 0x1c + 0x20}),
    TOUCH("flag-pcrel-before-errata1", E1ON, EVERY, IRREGULAR, NOWHERE, leaf, {.change = flag_4, .pc = PC}),
    TOUCH("function-range-wrap", ALL, EVERY, IRREGULAR, LOOKUP, around_the_end, {.pc = 0xf}, {.pc = 0x10}),
    TOUCH("function-range-wrap", ALL, EVERY, IRREGULAR, LOOKUP, around_the_end, {.pc = 0},
          {.pc = UINT64_MAX}),
    TOUCH("overlap-answer", ALL, EVERY, IRREGULAR, LOOKUP, overlapping, {.pc = PC + 0x10}, {.pc = PC + 0xf}),
    TOUCH("overlap-answer", ALL, EVERY, IRREGULAR, LOOKUP, overlapping, {.pc = PC + 0x1f}, {.pc = PC + 0x20}),
    TOUCH("overlap-answer", E1ON, EVERY, IRREGULAR, NOWHERE, nearest_is_first, {.pc = PC + 0x10}),
    TOUCH("section-alignment", ALL, EVERY, VALID, ANY, leaf, {.change = four_further, .pc = PC + 4},
          {.change = eight_further}),
    TOUCH("section-alignment", ALL, EVERY, IRREGULAR, NOWHERE, leaf, {.change = four_further, .pc = PC + 4}),
    /* What parts the orders is a start that wraps, and whether it may is contested first. */
    TOUCH("sorted-below-section", ALL, EVERY, VALID, NOWHERE, below_and_above, {.pc = PC},
          .first = UNAVOIDABLE("fde-start-addition")),
    TOUCH("sorted-below-section", ALL, EVERY, IRREGULAR, NOWHERE, below_and_above, {.pc = PC}),
    /* Two functions in order with one start overlap, unless one is of size 0, which is contested next. */
    TOUCH("sorted-equal-starts", ALL, EVERY, VALID, BOTH, twins_one_empty, {.pc = PC + 4},
          {.change = start_before, .first = "zero-size-function"}),
    TOUCH("sorted-equal-starts", ALL, EVERY, IRREGULAR, NOWHERE, twins_one_empty, {.pc = PC + 4}),
    TOUCH("sorted-on-trust", ALL, EVERY, IRREGULAR, LOOKUP, falling, {.pc = PC}, {.change = in_order}),
    TOUCH("sorted-on-trust", ALL, EVERY, IRREGULAR, LOOKUP, falling, {.pc = PC}, {.pc = PC + 0x20}),
    TOUCH("sorted-on-trust", E1ON, EVERY, IRREGULAR, NOWHERE, falling, {.change = unflagged, .pc = PC}),
    TOUCH("sorted-on-trust", V12, EVERY, IRREGULAR, LOOKUP, falling, {.change = unflagged, .pc = PC},
          {.change = in_order}),
    TOUCH("tile-filler", ALL, EVERY, VALID, BOTH, leaf, {.change = filler, .pc = PC}, UNDONE),
    TOUCH("tile-filler", ALL, EVERY, IRREGULAR, NOWHERE, leaf, {.change = filler, .pc = PC}),
    TOUCH("zero-size-function", ALL, EVERY, VALID, ANY, leaf, {.change = empty_function, .pc = PC + 0x100},
          UNDONE),
    TOUCH("zero-size-function", ALL, EVERY, VALID, ANY, leaf, {.change = empty_function, .pc = PC + 0x100},
          {.pc = PC + 0x101}),
    TOUCH("zero-size-function", ALL, EVERY, IRREGULAR, LOOKUP, leaf,
          {.change = empty_function, .pc = PC + 0x100}, UNDONE),
    /* What some can read */
    TOUCH("abi-s390x-before-errata1", V12, ARM_BE, MALFORMED, ANY, leaf, {.lie = abi_4, .pc = PC},
          {.lie = abi_4, .refused = true}),
    TOUCH("abi-unknown", ALL, EVERY, MALFORMED, BOTH, leaf, {.lie = abi_5, .pc = PC},
          {.lie = abi_5, .refused = true}),
    TOUCH("count-zero-word-size", ALL, EVERY, MALFORMED, ANY, end_of_stack,
          {.lie = word_size_3_empty, .pc = AT_ROW_8}, {.lie = word_size_3_last}),
    TOUCH("empty-section", ALL, EVERY, MALFORMED, BOTH, leaf, {.lie = cut_to_nothing, .pc = PC},
          {.lie = cut_to_a_byte}),
    TOUCH("reserved-fde-type", V3, EVERY, MALFORMED, BOTH, leaf, {.lie = function_type_2, .pc = PC},
          {.lie = function_type_2, .refused = true}),
    TOUCH("reserved-fre-type", ALL, EVERY, MALFORMED, BOTH, leaf, {.lie = row_type_3, .pc = PC},
          {.lie = row_type_3, .refused = true}),
    TOUCH("reserved-word-size", ALL, EVERY, MALFORMED, ANY, prologue, {.lie = word_size_3_first, .pc = PC},
          {.lie = word_size_3_last}),
    TOUCH("reserved-word-size", ALL, EVERY, MALFORMED, ANY, prologue, {.lie = word_size_3_first, .pc = PC},
          {.change = trailing_bytes, .lie = word_size_3_last}),
    TOUCH("reserved-word-size", ALL, EVERY, MALFORMED, ANY, leaf,
          {.change = word_of_8, .lie = word_size_3_first, .pc = PC},
          {.change = word_of_7, .lie = word_size_3_first}),
    TOUCH("version-older-accepted", V2ON, EVERY, MALFORMED, ANY, leaf, {.lie = version_1, .pc = PC},
          {.lie = version_0}),
    TOUCH("version-older-accepted", V2ON, EVERY, MALFORMED, ANY, leaf, {.lie = version_1, .pc = PC},
          {.lie = version_9}),
};

/* --- Asking --------------------------------------------------------------------------------------------- */

static struct emitter emitter;
static unsigned failures;

static void fails(const struct touch *touch, enum profile profile, enum abi abi, const char *what)
{
    failures++;
    print_error("%s (row %u, %s, %s): %s\n", touch->ledger, (unsigned)(touch - touches) + 1,
                profile_name(profile), abi_name(abi), what);
}

/* As a family does it; false if the vectors are not of the row's class. */
static bool make(const struct touch *touch, enum profile profile, enum abi abi, build_section *change,
                 lie_about *lie)
{
    static const enum vector_class classes[] = {CLASS_VALID, CLASS_IRREGULAR, CLASS_MALFORMED};
    struct section *section = begin(&emitter, profile, abi, "open");
    touch->build(section);
    if (change != NULL)
        change(section);
    if (touch->vector_class == CLASS_IRREGULAR)
        section->gap_end = 4;
    if (!make_bytes(&emitter))
        return false;
    if (lie != NULL)
        lie(&emitter);
    return classes[verdict_of(&emitter.violations)] == touch->vector_class;
}

static bool names(const struct touch *touch, enum operation operation, uint64_t pc, const char *expected)
{
    struct question question = {.section = &emitter.section,
                                .encoded = &emitter.encoded,
                                .violations = &emitter.violations,
                                .vector_class = touch->vector_class,
                                .operation = operation,
                                .pc = pc};
    const char *found = open_point_of(&question);
    return found == NULL || expected == NULL ? found == expected : strcmp(found, expected) == 0;
}

static const char *named(const struct touch *touch, enum operation operation)
{
    return (touch->asked >> operation & 1) != 0 ? touch->ledger : touch->first[operation];
}

/* What a check names, every question about a valid section names. */
static const char *named_by_check(const struct touch *touch)
{
    return touch->vector_class == CLASS_VALID ? named(touch, OPERATION_CHECK) : NULL;
}

static void try_at(const struct touch *touch, enum profile profile, enum abi abi)
{
    if (!make(touch, profile, abi, touch->at.change, touch->at.lie))
        fails(touch, profile, abi, "not of its class");
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_LOOKUP; operation++) {
        const char *by_check = named_by_check(touch);
        if (!names(touch, operation, touch->at.pc, by_check != NULL ? by_check : named(touch, operation)))
            fails(touch, profile, abi, operation_name(operation));
    }
}

static void try_beside(const struct touch *touch, enum profile profile, enum abi abi)
{
    const struct side *beside = &touch->beside;
    bool elsewhere = beside->pc != 0;
    if (!make(touch, profile, abi, elsewhere ? touch->at.change : beside->change,
              elsewhere ? touch->at.lie : beside->lie) &&
        touch->vector_class != CLASS_MALFORMED)
        fails(touch, profile, abi, "not of its class beside");
    if (beside->refused)
        also_breaks(&emitter, "header.freoff-inside", 0x18, SEVERITY_MALFORMED);
    for (enum operation operation = OPERATION_DECODE; operation <= OPERATION_LOOKUP; operation++) {
        bool asked = (touch->asked >> operation & 1) != 0;
        if (asked && (!elsewhere || operation == OPERATION_LOOKUP) &&
            !names(touch, operation, elsewhere ? beside->pc : touch->at.pc,
                   elsewhere && named_by_check(touch) != NULL ? named_by_check(touch) : beside->first))
            fails(touch, profile, abi, "touched beside");
    }
}

static void test_points_are_named_where_they_are_touched(void **state)
{
    (void)state;
    failures = 0;
    for (unsigned i = 0; i < sizeof touches / sizeof *touches; i++)
        for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
            for (enum abi abi = ABI_AMD64; abi < ABIS; abi++)
                if ((touches[i].profiles >> profile & 1) != 0 && (touches[i].abis >> abi & 1) != 0 &&
                    abi_known(profile, abi)) {
                    try_at(&touches[i], profile, abi);
                    if (touches[i].asked != NOWHERE)
                        try_beside(&touches[i], profile, abi);
                }
    assert_int_equal(failures, 0);
}

int main(void)
{
    static struct selection all;
    static struct sink sink;
    all = select_all();
    emitter_init(&emitter, &all, &sink, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_named_where_they_are_touched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
