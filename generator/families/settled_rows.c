/* Settled points of the ambiguity ledger about what rows say, and about sizes and alignment that do not
 * matter; a part of settled. */
#include "settled.h"

#include <string.h>

/* --- Sections ------------------------------------------------------------------------------------------- */

/* No multiple of anything, and its bytes are those of a preamble. */
static void auxiliary_odd(struct section *section)
{
    static const uint8_t content[] = {0xe2, 0xde, 0xde, 0xe2, 0xff};
    gen_auxiliary_zeros(section, sizeof content);
    memcpy(section->aux, content, sizeof content);
    gen_two_prologues(section);
}

static void sp_then_fp(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_add_row(section, 0)->cfa = gen_rule_sp(320);
    gen_add_row(section, 8)->cfa = gen_rule_fp(320);
}

/* The slots lie below the CFA, each row's in words of another size. */
static void negative_words(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_slots_to(section, gen_add_row(section, 0), -128, -2);
    gen_slots_to(section, gen_add_row(section, 8), -32768, -130);
    gen_slots_to(section, gen_add_row(section, 16), INT32_MIN, -32770);
}

static void mangled_in_register(struct section *section)
{
    gen_prologue(section);
    gen_add_row(section, 12);
    section->rows[0].mangled = true;
    section->rows[2].mangled = true;
}

CHANGE(outermost_function, gen_prologue(section); gen_add_function(section, 0x1100, 0x20))

static void odd_slots(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    struct row *row = gen_add_row(section, 0);
    row->ra = gen_rule_slot(33);
    row->fp = gen_rule_slot(35);
}

static void cfa_words(struct section *section)
{
    static const int64_t words[] = {0, 1, -1, 20, -20, 127, -128};
    gen_add_function(section, 0x1000, 0x20);
    for (unsigned i = 0; i < COUNT(words); i++)
        gen_add_row(section, 4 * i)->cfa = gen_rule_sp(160 + 8 * words[i]);
}

static void fp_without_ra(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    struct row *row = gen_add_row(section, 0);
    row->ra = gen_rule_padded();
    row->fp = gen_rule_slot(-72);
}

CHANGE(ra_not_saved, gen_add_function(section, 0x1000, 0x20); gen_add_row(section, 0)->ra = gen_rule_padded())

static void wide_words(struct section *section)
{
    gen_two_prologues(section);
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = i % 2 == 0 ? 4 : 2;
}

static void wide_starts(struct section *section)
{
    gen_two_prologues(section);
    section->functions[0].fre_type = FRE_ADDR4;
    section->functions[1].fre_type = FRE_ADDR2;
}

static struct row *flexible(struct section *section)
{
    gen_add_function(section, 0x1000, 0x20);
    gen_make_flexible(section);
    struct row *row = gen_add_row(section, 0);
    row->cfa = gen_rule_sp(16);
    row->ra = gen_rule_slot(-8);
    return row;
}

/* 19 << 3 | 1 is 0x99: the top bit of a one-byte word. */
CHANGE(high_cfa_register, flexible(section)->cfa = gen_rule_register(19, 16))

/* All four ways in which the bit and the control word can agree and differ. */
static void base_bits(struct section *section)
{
    flexible(section)->idle_base = true;
    for (uint32_t i = 1; i < 4; i++) {
        struct row *row = gen_add_row(section, 4 * i);
        row->cfa = i == 1 ? gen_rule_sp(24) : gen_rule_fp(16 + 8 * i);
        row->ra = gen_rule_slot(-8);
        row->idle_base = i == 2;
    }
}

static void high_ra_and_fp_registers(struct section *section)
{
    struct row *row = flexible(section);
    row->ra = gen_rule_register_slot(20, 8);
    row->fp = gen_rule_register(30, 0);
}

static void register_values(struct section *section)
{
    struct row *row = flexible(section);
    row->ra = gen_rule_register(register_sp(section->abi), -8);
    row->fp = gen_rule_register(register_fp(section->abi), -16);
}

CHANGE(three_pairs, flexible(section)->fp = gen_rule_slot(-16))

static void padded_ra(struct section *section)
{
    struct row *row = flexible(section);
    row->ra = gen_rule_unsaid();
    row->fp = gen_rule_slot(-16);
}

static void padded_ra_in_every_size(struct section *section)
{
    static const int64_t offsets[] = {16, 0x1000, 0x100000};
    flexible(section)->ra = gen_rule_slot(-8);
    for (uint32_t i = 0; i < 3; i++) {
        struct row *row = gen_add_row(section, 4 + 4 * i);
        row->cfa = gen_rule_sp(offsets[i]);
        row->fp = gen_rule_slot(-16);
    }
}

CHANGE(cfa_alone, flexible(section)->ra = gen_rule_unsaid())

/* As AMD64 realigns a stack: a CFA that was saved below RBP, then one that counts from R10. */
static void realigned_stack(struct section *section)
{
    struct row *row = flexible(section);
    row->cfa = gen_rule_register_slot(6, -8);
    row->fp = gen_rule_register_slot(6, 0);
    row = gen_add_row(section, 8);
    row->cfa = gen_rule_register(10, 0);
    row->fp = gen_rule_register_slot(7, 8);
}

void gen_mask_and_flexible(struct section *section)
{
    flexible(section)->fp = gen_rule_slot(-16);
    gen_add_stub(section, 0x1100, 16, 4);
}

/* --- The table ------------------------------------------------------------------------------------------ */

const struct point gen_settled_rows[] = {
    /* default rows */
    POINT("base-reg-values", "", NULL, ALL, MAIN, DECODE, CLASS_VALID, sp_then_fp, NULL,
          "1 is SP and 0 is FP; inverted, the rows would change places.", {{"sp", 0x11000}, {"fp", 0x11008}}),
    POINT("default-rule-deref", "", NULL, ALL, MAIN, DECODE, CLASS_VALID, gen_prologue, NULL,
          "RA and FP lie at CFA plus offset; the formula at its word would make the sum their value.",
          {{"frame", 0x11008}}),
    POINT("offset-signed", "", NULL, BEFORE_V3, MAIN, DECODE, CLASS_VALID, negative_words, NULL,
          "Slots lie below the CFA; extended with zeros -128 would be 128.",
          {{"one-byte", 0x11000}, {"two-bytes", 0x11008}, {"four-bytes", 0x11010}}),
    POINT("name-info-width", "", NULL, ALL, BOTH_ORDERS, DECODE, CLASS_VALID, gen_steps_of_four, NULL,
          "The info is one byte; any wider and words, and the rows that follow, are read too late.",
          {{"first-row", 0x11000}, {"last-row", 0x1101f}}),
    POINT("fixed-offset-zero", "", NULL, ALL, MAIN, DECODE, CLASS_VALID, gen_leaf, NULL,
          "A fixed offset of 0 is none, so FP is in its register; else it would be read at CFA + 0.",
          {{"function", 0x11000}}),
    POINT("count-first-word-zero", "", NULL, E2ON, AMD, BOTH, CLASS_VALID, gen_end_of_stack, NULL,
          "A row without words says that RA is undefined and breaks no rule about the first word.",
          {{"first-row", 0x11007}, {"undefined", 0x11008}, {"last-row", 0x11010}}),
    POINT("count-abi-zero-s390x-aarch64", "", NULL, E2ON, TRACKED, BOTH, CLASS_VALID, gen_end_of_stack, NULL,
          "No words is a statement of its own on every ABI, whatever counts its chapter lists.",
          {{"first-row", 0x11007}, {"undefined", 0x11008}, {"last-row", 0x11010}}),
    POINT("flex-ra-undefined-pseudocode", "", NULL, V3, MAIN, DECODE, CLASS_VALID, gen_end_of_stack, NULL,
          "RA is undefined; the pseudocode would read the first word of a row that has none.",
          {{"undefined", 0x11008}}),
    POINT("outermost-no-rows", "", NULL, V3, EVERY, BOTH, CLASS_VALID, outermost_function, NULL,
          "A default function without rows is an outermost frame, neither an error nor without an answer.",
          {{"outermost", 0x11100}, {"outermost-last-byte", 0x1111f}, {"other-function", 0x11000}}),
    POINT("aarch64-one-word-ra", "", NULL, ALL, ARMS, DECODE, CLASS_VALID, gen_leaf, NULL,
          "RA is in the link register; the fixed offset of 0 would have it read at CFA + 0.",
          {{"function", 0x11000}}),
    POINT("mangled-in-register", "", NULL, ALL, ARMS, BOTH, CLASS_VALID, mangled_in_register, NULL,
          "RA is signed while still in its register; a reader must say so there as well.",
          {{"in-register", 0x11000}, {"in-memory", 0x11008}, {"plain", 0x1100c}}),
    POINT("trace-ra-register", "", NULL, E1ON, TRACKED, DECODE, CLASS_VALID, gen_leaf, NULL,
          "RA is in its register; the pseudocode would read memory all the same.", {{"function", 0x11000}}),
    /* s390x */
    POINT("s390x-cfa-adjustment", "", NULL, E1ON, S390, DECODE, CLASS_VALID, cfa_words, NULL,
          "A word of 0 says 160; with the other sign it would say -160.",
          {{"word-0", 0x11000}, {"word-20", 0x1100c}, {"word-minus-20", 0x11010}}),
    POINT("s390x-cfa-factor", "", NULL, E1ON, S390, ONLY_LOOKUPS, CLASS_VALID, cfa_words, NULL,
          "A word of 20 says 20 * 8 + 160; with a factor of 1 it would say 180.",
          {{"word-1", 0x11004}, {"word-20", 0x1100c}, {"word-127", 0x11014}}),
    POINT("s390x-cfa-formula", "", NULL, E1ON, S390, ONLY_LOOKUPS, CLASS_VALID, cfa_words, NULL,
          "Both scaling and adjustment are undone; the table's plain sum would leave 20 for 320.",
          {{"word-minus-1", 0x11008}, {"word-20", 0x1100c}, {"word-minus-128", 0x11018}}),
    POINT("s390x-default-cfa-scaled-v3", "", NULL, V3, S390, DECODE, CLASS_VALID, cfa_words, NULL,
          "Version 3 scales as well; read plainly a word of 20 would say 20 for 320.",
          {{"word-20", 0x1100c}}),
    POINT("s390x-default-register-v3", "", NULL, V3, S390, DECODE, CLASS_VALID, odd_slots, NULL,
          "Odd words are offsets in version 3; as in version 2 they would name registers 16 and 17.",
          {{"function", 0x11000}}),
    POINT("s390x-fp-without-ra", "", NULL, E1ON, S390, DECODE, CLASS_VALID, fp_without_ra, NULL,
          "FP is the third word, behind a padding 0; as the second it would be 0.", {{"function", 0x11000}}),
    POINT("s390x-ra-invalid-value", "", NULL, E1ON, S390, DECODE, CLASS_VALID, negative_words, NULL,
          "Only 0 says that RA is not saved; the least number of its width is a slot like any other.",
          {{"one-byte", 0x11000}, {"two-bytes", 0x11008}, {"four-bytes", 0x11010}}),
    POINT("s390x-ra-word-zero", "", NULL, E1ON, S390, DECODE, CLASS_VALID, ra_not_saved, NULL,
          "A second word of 0 leaves RA in its register; taken for a slot it would be read at CFA + 0.",
          {{"function", 0x11000}}),
    /* flexible functions; on s390x it is open whether their CFA is scaled */
    POINT("flex-cfa-control-accessor", "", NULL, V3, AMD | ARM, DECODE, CLASS_VALID, high_cfa_register, NULL,
          "The CFA counts from register 19; its control word read as signed would name a negative one.",
          {{"function", 0x11000}}),
    POINT("flex-control-unsigned", "", NULL, V3, AMD | ARM, DECODE, CLASS_VALID, high_ra_and_fp_registers,
          NULL, "Registers 20 and 30 set the top bit of a byte; read as signed they would be negative.",
          {{"function", 0x11000}}),
    POINT("flex-deref-implied", "", NULL, V3, AMD | ARM, DECODE, CLASS_VALID, register_values, NULL,
          "Without the bit the sum is the value; an implied dereference would read memory there.",
          {{"function", 0x11000}}),
    POINT("flex-fp-index", "-after-pair", NULL, V3, AMD | ARM, DECODE, CLASS_VALID, three_pairs, NULL,
          "FP's pair begins at word 4; the pseudocode would take RA's offset, word 3, for its control word.",
          {{"function", 0x11000}}),
    POINT("flex-fp-index", "-after-padding", NULL, V3, AMD, DECODE, CLASS_VALID, padded_ra, NULL,
          "FP's pair begins at word 3; the pseudocode would look for it at word 4, and not find it whole.",
          {{"function", 0x11000}}),
    POINT("flex-ra-absent-fixed", "-alone", NULL, V3, AMD, DECODE, CLASS_VALID, cfa_alone, NULL,
          "RA lies at the fixed offset, CFA - 8; an unset offset would give CFA + 0.",
          {{"function", 0x11000}}),
    POINT("flex-ra-absent-fixed", "-padded", NULL, V3, AMD, DECODE, CLASS_VALID, padded_ra, NULL,
          "RA lies at the fixed offset, CFA - 8; an unset offset would give CFA + 0.",
          {{"function", 0x11000}}),
    POINT("flex-ra-padding-value", "", NULL, V3, AMD, DECODE, CLASS_VALID, padded_ra_in_every_size, NULL,
          "Padding is 0 in every word size; with another value FP's pair would be taken for RA's.",
          {{"one-byte", 0x11004}, {"two-bytes", 0x11008}, {"four-bytes", 0x1100c}}),
    POINT("flex-register-numbers", "", NULL, V3, AMD, DECODE, CLASS_VALID, realigned_stack, NULL,
          "Numbers are DWARF's, RBP 6 and RSP 7; in instructions 6 is RSI and 7 RDI.",
          {{"rbp", 0x11000}, {"r10-rsp", 0x11008}}),
    POINT("aux-alignment", "", NULL, ALL, BOTH_ORDERS, BOTH, CLASS_VALID, auxiliary_odd, NULL,
          "An auxiliary header may have any length; rounded up it would shift every entry.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("aux-content", "", NULL, ALL, BOTH_ORDERS, BOTH, CLASS_VALID, auxiliary_odd, NULL,
          "A reader steps over an auxiliary header that it does not know.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("subsection-at-end", "", NULL, ALL, BOTH_ORDERS, BOTH, CLASS_VALID, gen_no_functions, NULL,
          "Both sub-sections are empty, so both offsets equal the number of bytes that are left.",
          {{"section", 0x10000}}),
    POINT("word-size-larger-than-needed", "", NULL, ALL, MAIN, BOTH, CLASS_VALID, wide_words, NULL,
          "Words may be wider than their values need.",
          {{"four-bytes", 0x11000}, {"two-bytes", 0x11004}, {"last-function", 0x11108}}),
    POINT("row-type-larger-than-needed", "", NULL, ALL, MAIN, BOTH, CLASS_VALID, wide_starts, NULL,
          "Starts may be wider than their function's size needs.",
          {{"four-bytes", 0x11004}, {"two-bytes", 0x11108}}),
    POINT("index-alignment-v3", "", NULL, V3, BOTH_ORDERS, BOTH, CLASS_VALID, gen_two_prologues, NULL,
          "Entries begin at byte 28, so that no start of 64 bits lies at a multiple of 8.",
          {{"first-function", 0x11000}, {"last-function", 0x11108}}),
    POINT("flex-base-bit", "", NULL, V3, AMD | ARM, BOTH, CLASS_VALID, base_bits, NULL,
          "The control word names the base, whatever the bit says.",
          {{"sp-set", 0x11000}, {"sp-unset", 0x11004}, {"fp-set", 0x11008}, {"fp-unset", 0x1100c}}),
};

const unsigned gen_settled_row_count = COUNT(gen_settled_rows);
