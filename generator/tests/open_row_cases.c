/* Cases for open points of rows. */
#include "open_cases.h"

/* --- Sections ------------------------------------------------------------------------------------------- */

/* One row that says CFA, FP, and RA where rows can. */
static void full_row(struct section *section)
{
    gen_leaf(section);
    gen_slots_to(section, &section->rows[0], -48, -72);
}

/* The same by pairs, and a second row. */
static void flexible(struct section *section)
{
    gen_leaf(section);
    gen_make_flexible(section);
    gen_add_row(section, 8);
    for (unsigned i = 0; i < 2; i++) {
        section->rows[i].ra = gen_rule_slot(-48);
        section->rows[i].fp = gen_rule_slot(-72);
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
    gen_leaf(section);
    section->fixed_fp = -72;
}

static void leaf_without_ra(struct section *section)
{
    gen_leaf(section);
    section->fixed_ra = 0;
}

/* --- The one thing -------------------------------------------------------------------------------------- */

CHANGE(base_bit_1, section->rows[1].idle_base = true)
CHANGE(mangled_0, section->rows[0].mangled = true)
CHANGE(mangled_1, section->rows[1].mangled = true)
CHANGE(empty_1, section->rows[1].empty = true)
CHANGE(fixed_fp_16, section->fixed_fp = -16)
CHANGE(fixed_fp_72, section->fixed_fp = -72)
CHANGE(fixed_ra_none, section->fixed_ra = 0)
CHANGE(fixed_ra_8, section->fixed_ra = -8)
CHANGE(fixed_ra_16, section->fixed_ra = -16)
CHANGE(fp_slot, section->rows[0].fp = gen_rule_slot(-72))
CHANGE(ra_slot, section->rows[0].ra = gen_rule_slot(-48))
CHANGE(fp_slot_zero, section->rows[0].fp = gen_rule_slot(0))
CHANGE(fp_unsaid, section->rows[0].fp = gen_rule_unsaid())
CHANGE(fp_padded, section->rows[0].fp = gen_rule_padded())
CHANGE(ra_unsaid, section->rows[0].ra = section->rows[0].fp = gen_rule_unsaid())
CHANGE(ra_padded, section->rows[0].ra = gen_rule_padded())
CHANGE(ra_padded_last, section->rows[0].ra = gen_rule_padded(); section->rows[0].fp = gen_rule_unsaid())
CHANGE(ra_register, section->rows[0].ra = gen_rule_register(16, 0))
CHANGE(fp_register, section->rows[0].fp = gen_rule_register(17, 0))
CHANGE(both_registers, ra_register(section); fp_register(section))
CHANGE(ra_register_slot, section->rows[0].ra = gen_rule_register_slot(5, 8))
CHANGE(ra_idle_number, section->rows[0].ra.idle_bits = 5 << 3)
CHANGE(ra_odd, section->rows[0].ra.idle_bits = 4)
CHANGE(cfa_odd, section->rows[0].cfa.idle_bits = 4)
CHANGE(fp_odd, section->rows[0].cfa = gen_rule_fp(16); cfa_odd(section))
CHANGE(register_odd, section->rows[0].cfa = gen_rule_register(10, 16); cfa_odd(section))
CHANGE(ra_number_alone, section->rows[0].ra = gen_rule_cfa(0); section->rows[0].ra.idle_bits = 3 << 3)
CHANGE(ra_at_cfa, section->rows[0].ra = gen_rule_slot(0))
CHANGE(cfa_from_itself, section->rows[0].cfa = gen_rule_slot(16))
CHANGE(cfa_above_32_bits, section->rows[0].cfa.offset = INT64_C(1) << 31)
CHANGE(cfa_greatest_32_bits, section->rows[0].cfa.offset = (INT64_C(1) << 31) - 8)
CHANGE(cfa_below_32_bits, section->rows[0].cfa.offset = INT32_MIN - INT64_C(8))
CHANGE(cfa_least_32_bits, section->rows[0].cfa.offset = INT32_MIN)
CHANGE(cfa_greatest_word, section->rows[0].cfa.offset = INT32_MAX)
CHANGE(cfa_number_alone, section->rows[0].cfa = gen_rule_cfa(16); section->rows[0].cfa.idle_bits = 7 << 3)
CHANGE(third_word, section->rows[0].extra_count = 1)
CHANGE(by_pairs, section->functions[0].fde_type = FDE_FLEX)
CHANGE(full_slots, gen_slots_to(section, &section->rows[0], -48, -72))
CHANGE(said_and_empty, fp_slot(section); section->rows[0].empty = true)
CHANGE(pairs_from_itself, by_pairs(section); cfa_from_itself(section))

/* --- What only bytes say -------------------------------------------------------------------------------- */

/* The model then says what the bytes would. */
static void understood(struct emitter *emitter, const char *clause, struct rule *rule, enum place place)
{
    rule->place = place;
    gen_breaks(emitter, clause, emitter->encoded.row_info_at[0] + 1, SEVERITY_IRREGULAR);
}

LIE(cfa_of_zero, understood(emitter, "flex.cfa-first", &emitter->section.rows[0].cfa, PLACE_UNSAID))
LIE(pair_cut, understood(emitter, "flex.pair-whole", &emitter->section.rows[0].ra, PLACE_UNKNOWN))
LIE(negative_ra, understood(emitter, "s390x.register-positive", &emitter->section.rows[0].ra, PLACE_UNKNOWN))
LIE(negative_fp, understood(emitter, "s390x.register-positive", &emitter->section.rows[0].fp, PLACE_UNKNOWN))

/* --- The table ------------------------------------------------------------------------------------------ */

/* On s390x flexible rows are contested in themselves. */
enum { PAIRS = AMD | ARMS };

static const struct touch touches[] = {
    TOUCH("count-zero-base-bit", E2ON, ANY_ABI, VALID, BOTH, gen_end_of_stack,
          {.change = base_bit_1, .pc = AT_ROW_8}, UNDONE),
    TOUCH("count-zero-base-bit", E2ON, ANY_ABI, IRREGULAR, NOWHERE, gen_end_of_stack,
          {.change = base_bit_1, .pc = AT_ROW_8}),
    TOUCH("count-zero-before-errata2", V12 | V2E1, ANY_ABI, IRREGULAR, RULES, gen_end_of_stack,
          {.pc = AT_ROW_8}, {.pc = PC + 7}),
    TOUCH("count-zero-before-errata2", E2ON, ANY_ABI, VALID, NOWHERE, gen_end_of_stack, {.pc = AT_ROW_8}),
    TOUCH("count-zero-flex", V3, PAIRS, VALID, ANY, flexible, {.change = empty_1, .pc = AT_ROW_8}, UNDONE),
    TOUCH("count-zero-flex", V3, PAIRS, VALID, ANY, flexible, {.change = empty_1, .pc = AT_ROW_8},
          {.pc = PC + 7}),
    TOUCH("count-zero-flex", V3, PAIRS, IRREGULAR, DECODE, flexible, {.change = empty_1, .pc = AT_ROW_8},
          UNDONE),
    TOUCH("count-zero-mangled", E2ON, ARMS, VALID, BOTH, gen_end_of_stack,
          {.change = mangled_1, .pc = AT_ROW_8}, {.change = mangled_0}),
    TOUCH("count-zero-mangled", E2ON, ARMS, IRREGULAR, NOWHERE, gen_end_of_stack,
          {.change = mangled_1, .pc = AT_ROW_8}),
    TOUCH("fixed-fp-and-word", ALL, ANY_ABI, IRREGULAR, RULES, full_row, {.change = fixed_fp_16, .pc = PC},
          {.change = fixed_fp_72}),
    TOUCH("fixed-fp-without-word", ALL, ANY_ABI, IRREGULAR, RULES, fixed_fp_leaf, {.pc = PC},
          {.change = full_slots}),
    TOUCH("fixed-ra-amd64-other", ALL, AMD, IRREGULAR, RULES, gen_leaf, {.change = fixed_ra_16, .pc = PC},
          UNDONE),
    TOUCH("fixed-ra-amd64-other", V3, AMD, IRREGULAR, RULES, fixed_ra_flexible,
          {.change = ra_unsaid, .pc = PC}, UNDONE),
    TOUCH("fixed-ra-amd64-zero-v1-v2", V12, AMD, IRREGULAR, RULES, gen_leaf,
          {.change = fixed_ra_none, .pc = PC}, UNDONE),
    TOUCH("fixed-ra-amd64-zero", E1ON, AMD, IRREGULAR, RULES, leaf_without_ra, {.change = fp_slot, .pc = PC},
          UNDONE),
    TOUCH("fixed-ra-amd64-zero", E2ON, AMD, IRREGULAR, NOWHERE, leaf_without_ra,
          {.change = said_and_empty, .pc = PC}),
    TOUCH("fixed-ra-tracking-abi", E1ON, TRACKED, IRREGULAR, RULES, gen_leaf,
          {.change = fixed_ra_8, .pc = PC}, UNDONE),
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
    TOUCH("ra-tracking-v1-v2", V12, ARMS, VALID, RULES, gen_leaf, {.change = fixed_ra_8, .pc = PC}, UNDONE),
    TOUCH("ra-tracking-v1-v2", V12, ARMS, VALID, RULES, gen_leaf, {.change = ra_slot, .pc = PC},
          {.change = full_slots}),
    TOUCH("ra-tracking-v1-v2", V12, AMD, IRREGULAR, RULES, full_row, {.change = third_word, .pc = PC},
          UNDONE),
    TOUCH("ra-tracking-v1-v2", V12, ARMS, IRREGULAR, RULES, gen_leaf, {.change = fixed_ra_8, .pc = PC},
          UNDONE),
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
};

const struct touches row_touches = TOUCHES(touches);
