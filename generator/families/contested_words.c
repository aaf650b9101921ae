/* Contested words of default and of flexible rows; a part of contested_rows. */
#include "contested_rows.h"

/* --- What a shape has besides its row ------------------------------------------------------------------- */

CHANGE(base_bit, section->rows[0].idle_base = true)
CHANGE(mangled, section->rows[0].mangled = true)
CHANGE(empty, section->rows[0].empty = true)
CHANGE(empty_base_bit, empty(section); base_bit(section))
CHANGE(empty_mangled, empty(section); mangled(section))
CHANGE(widest_words, section->rows[0].word_size = 4)
CHANGE(fixed_fp, section->fixed_fp = -16)
CHANGE(fixed_ra, section->fixed_ra = -8)
CHANGE(no_fixed_ra, section->fixed_ra = 0)
CHANGE(surplus, section->rows[0].extra_count = 1; section->rows[0].extra[0] = -24)

static void surplus_pair(struct section *section)
{
    section->rows[0].extra_count = 2;
    section->rows[0].extra[0] = 2;
    section->rows[0].extra[1] = -24;
}

/* Version 1 and 2, RA fixed where rows could track it: a row of two words, then one of three. */
static void two_and_three_words(struct section *section)
{
    fixed_ra(section);
    struct row *row = gen_add_row(section, 8);
    row->empty = true;
    row->idle_base = true;
    row->extra_count = 3;
    row->extra[0] = 32;
    row->extra[1] = -24;
    row->extra[2] = -32;
}

CHANGE(three_words_untracked, gen_set_rules(&section->rows[1], &(struct rules)SAYS(SP(32), NONE, SLOT(-24))))
CHANGE(three_words_tracked,
       gen_set_rules(&section->rows[1], &(struct rules)SAYS(SP(32), SLOT(-24), SLOT(-32))))

/* Its one word made eight bytes long; the section's length follows. */
static void word_of_eight_bytes(struct encoded *encoded)
{
    static const uint8_t zeros[4] = {0};
    const struct field *length = gen_header_field(encoded, FIELD_FRE_LEN);
    uint32_t at = gen_find_field(encoded, FIELD_WORD, 0, 0, 0)->offset;
    gen_lie_field(encoded, length, gen_raw_value(encoded, length) + sizeof zeros);
    gen_raw_insert(encoded, encoded->big ? at : at + 4, zeros, sizeof zeros);
}

/* --- The shapes ----------------------------------------------------------------------------------------- */

const struct shape gen_word_shapes[] = {
    /* Rows of the default type */
    {"aarch64-two-words", "saved", "The second of two words, where the text knows one or three.", E1ON, ARM,
     CHECK | LOOKUP, .row = SAYS(SP(32), SLOT(-24), NONE),
     .readings = {READING("breach-ra-only", BREAKS), READING("refuse", REFUSES), READING("ra-only", ALLOWS)}},
    {"count-limit", "four", "No ABI has a meaning for the fourth word.", V12, ARM, CHECK, .word_count = 4,
     .words = {32, -24, -32, 0}, .readings = {READING("three", BREAKS), READING("fifteen", ALLOWS)}},
    {"count-limit", "fifteen", "No ABI has a meaning for more than three words.", V12, EITHER, CHECK,
     .word_count = 15, .words = {32, -24, -32},
     .readings = {READING("three", BREAKS), READING("fifteen", ALLOWS)}},
    {"count-zero-base-bit", "sp", "The row has no words, and its base register bit names SP.", E2ON, MAIN,
     DECODE | CHECK | LOOKUP, .build = empty_base_bit, .at = ROW_INFO,
     .readings = {READING("ignored", ALLOWS),
                  {"cfa-from-base", ALLOWS, .row = SAYS(SP(0), UNDEFINED, UNKNOWN)},
                  {"zero", BREAKS, .clause = "fre.base-reg"}}},
    {"count-zero-before-errata2", "sp", "The base register bit names SP.", BEFORE_E2, MAIN,
     DECODE | CHECK | LOOKUP, .build = empty_base_bit,
     .readings = {READING("breach", BREAKS),
                  {"undefined", ALLOWS, .row = OUTERMOST},
                  {"same", ALLOWS, .row = SAYS(SP(0), SAME, SAME)}}},
    {"count-zero-mangled", "marked", "The row has no words and is marked mangled.", E2ON, ARM, CHECK,
     .build = empty_mangled, .at = ROW_INFO,
     .readings = {READING("reported", ALLOWS), {"breach", BREAKS, .clause = "fre.mangled"}}},
    {"count-zero-word-size", "three", "Before errata 2 a row without words is contested in itself.",
     BEFORE_E2, MAIN, CHECK, .build = empty, .set_field = FIELD_ROW_INFO, .set_bits = 0x60, .at = ROW_INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "fre.size-known"}, READING("ignored", BREAKS)}},
    {"count-zero-word-size", "three", "The row has no words; their size would be 3.", E2ON, MAIN,
     DECODE | CHECK | LOOKUP, .build = empty, .set_field = FIELD_ROW_INFO, .set_bits = 0x60, .at = ROW_INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "fre.size-known"}, READING("ignored", ALLOWS)}},
    {"mangled-other-abi", "marked", "A row marked mangled where nothing signs addresses.", ALL, AMD | S390,
     CHECK, .build = mangled, .readings = {READING("breach", BREAKS), READING("allowed", ALLOWS)}},
    {"ra-tracking-v1-v2", "two-words", "The header fixes RA at -8; the second word is -24.", V12, ARM, LOOKUP,
     .word_count = 2, .words = {32, -24}, .build = fixed_ra,
     .readings = {{"by-fixed-ra", ALLOWS, .row = SAYS(SP(32), NONE, SLOT(-24))},
                  {"by-abi", ALLOWS, .row = SAYS(SP(32), SLOT(-24), NONE)},
                  {"by-count", ALLOWS, .row = SAYS(SP(32), NONE, SLOT(-24))}}},
    {"ra-tracking-v1-v2", "three-words", "The header fixes RA at -8; the row has three words.", V12, ARM,
     CHECK | LOOKUP, .word_count = 3, .words = {32, -24, -32}, .build = fixed_ra, .at = ROW_INFO,
     .readings = {{"by-fixed-ra", BREAKS, "fre.words-surplus", .row = SAYS(SP(32), NONE, SLOT(-24))},
                  {"by-abi", ALLOWS, .row = SAYS(SP(32), SLOT(-24), SLOT(-32))},
                  {"by-count", ALLOWS, .row = SAYS(SP(32), SLOT(-24), SLOT(-32))}}},
    {"ra-tracking-v1-v2", "both", "The header fixes RA at -8; one row has two words and one three.", V12, ARM,
     DECODE, .word_count = 2, .words = {32, -24}, .build = two_and_three_words,
     .at = {FIELD_ROW_INFO, 0, 1, -1},
     .readings = {{"by-fixed-ra", BREAKS, "fre.words-surplus", .row = SAYS(SP(32), NONE, SLOT(-24)),
                   .understand = three_words_untracked},
                  {"by-abi", ALLOWS, .row = SAYS(SP(32), SLOT(-24), NONE), .understand = three_words_tracked},
                  {"by-count", ALLOWS, .row = SAYS(SP(32), NONE, SLOT(-24)),
                   .understand = three_words_tracked}}},
    {"reserved-word-size", "three", "The row's one word takes eight bytes.", ALL, MAIN,
     DECODE | CHECK | LOOKUP, .row = SAYS(SP(320), NONE, NONE), .build = widest_words,
     .set_field = FIELD_ROW_INFO, .set_bits = 0x60, .lie = word_of_eight_bytes, .at = ROW_INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "fre.size-known"}, READING("eight", ALLOWS)}},
    {"s390x-cfa-width", "greatest", "The greatest word: 2147483647, times 8, and 160.", E1ON, S390,
     DECODE | CHECK | LOOKUP, .row = SAYS(SP(17179869336), SLOT(-48), NONE),
     .readings = {READING("exact", ALLOWS),
                  {"32-bit", ALLOWS, .row = SAYS(SP(152), SLOT(-48), NONE)},
                  READING("refuse", REFUSES)}},
    {"s390x-cfa-width", "least", "The least word: -2147483648, times 8, and 160.", E1ON, S390,
     DECODE | CHECK | LOOKUP, .row = SAYS(SP(-17179869024), SLOT(-48), NONE),
     .readings = {READING("exact", ALLOWS),
                  {"32-bit", ALLOWS, .row = SAYS(SP(160), SLOT(-48), NONE)},
                  READING("refuse", REFUSES)}},
    {"s390x-cfa-width", "just-above", "The least sum that 32 signed bits do not hold.", E1ON, S390,
     DECODE | CHECK | LOOKUP, .row = SAYS(SP(2147483648), SLOT(-48), NONE),
     .readings = {READING("exact", ALLOWS),
                  {"32-bit", ALLOWS, .row = SAYS(SP(-2147483648), SLOT(-48), NONE)},
                  READING("refuse", REFUSES)}},
    {"s390x-cfa-width", "just-below", "The greatest negative sum that 32 signed bits do not hold.", E1ON,
     S390, DECODE | CHECK | LOOKUP, .row = SAYS(SP(-2147483656), SLOT(-48), NONE),
     .readings = {READING("exact", ALLOWS),
                  {"32-bit", ALLOWS, .row = SAYS(SP(2147483640), SLOT(-48), NONE)},
                  READING("refuse", REFUSES)}},
    {"s390x-fp-word-zero", "ra-slot", "The word for FP is 0; RA has a slot.", E1ON, S390, DECODE | LOOKUP,
     .row = SAYS(SP(320), SLOT(-48), SLOT(0)),
     .readings = {READING("slot", ALLOWS), {"unsaved", ALLOWS, .row = SAYS(SP(320), SLOT(-48), NONE)}}},
    {"s390x-fp-word-zero", "ra-unsaved", "The words for RA and for FP are 0.", E1ON, S390, DECODE | LOOKUP,
     .row = SAYS(SP(320), PAD, SLOT(0)),
     .readings = {READING("slot", ALLOWS), {"unsaved", ALLOWS, .row = SAYS(SP(320), PAD, NONE)}}},
    {"s390x-register-sign", "ra", "RA's word is -31, in one byte; its half as 32 bits is 4294967280.", ERRATA,
     S390, DECODE | CHECK | LOOKUP, .word_count = 2, .words = {0, -31}, .at = WORD(1),
     .readings = {{"breach", BREAKS, "s390x.register-positive", .row = SAYS(SP(160), UNKNOWN, NONE)},
                  {"unsigned", ALLOWS, .row = SAYS(SP(160), REG(112, 0), NONE)},
                  {"arithmetic", ALLOWS, .row = SAYS(SP(160), REG(4294967280U, 0), NONE)}}},
    {"s390x-register-sign", "fp", "FP's word is -31, in one byte; its half as 32 bits is 4294967280.", ERRATA,
     S390, DECODE | CHECK | LOOKUP, .word_count = 3, .words = {0, -48, -31}, .at = WORD(2),
     .readings = {{"breach", BREAKS, "s390x.register-positive", .row = SAYS(SP(160), SLOT(-48), UNKNOWN)},
                  {"unsigned", ALLOWS, .row = SAYS(SP(160), SLOT(-48), REG(112, 0))},
                  {"arithmetic", ALLOWS, .row = SAYS(SP(160), SLOT(-48), REG(4294967280U, 0))}}},
    {"s390x-register-unsaved-order", "ra-register", "RA is in a register, FP in a slot.", ERRATA, S390, CHECK,
     .row = SAYS(SP(160), REG(16, 0), SLOT(-72)), .at = WORD(2),
     .readings = {READING("each", ALLOWS), {"both", BREAKS, .clause = "s390x.slot"}}},
    {"s390x-register-unsaved-order", "fp-register", "RA is in a slot, FP in a register.", ERRATA, S390, CHECK,
     .row = SAYS(SP(160), SLOT(-48), REG(17, 0)), .at = WORD(2),
     .readings = {READING("each", ALLOWS), {"both", BREAKS, .clause = "s390x.register"}}},
    {"surplus-words", "third", "The third word has no meaning; by count of words it is FP's.", V12, AMD,
     CHECK, .row = SAYS(SP(32), NONE, SLOT(-16)), .build = surplus,
     .readings = {READING("breach", BREAKS), READING("ignored", ALLOWS), READING("refuse", REFUSES)}},
    {"surplus-words", "third", "The third word has no meaning.", E1ON, AMD, CHECK | LOOKUP,
     .row = SAYS(SP(32), NONE, SLOT(-16)), .build = surplus,
     .readings = {READING("breach", BREAKS), READING("ignored", ALLOWS), READING("refuse", REFUSES)}},

    /* Flexible rows */
    {"count-zero-flex", "no-words", "A flexible function's row has no words.", V3, EITHER,
     DECODE | CHECK | LOOKUP, FDE_FLEX, .build = empty, .at = ROW_INFO,
     .readings = {READING("undefined", ALLOWS), {"breach", BREAKS, "flex.cfa-first", .row = NO_ANSWER}}},
    {"flex-cfa-padding", "pair-of-zeros", "By words 0 and 0, then a slot at CFA - 8 for whoever is next.", V3,
     AMD, DECODE | CHECK | LOOKUP, FDE_FLEX, .word_count = 4, .words = {0, 0, 2, -8}, .at = WORD(0),
     .readings = {{"cfa-plus-offset", ALLOWS, .row = SAYS(LAST_CFA(0), SLOT(-8), NONE)},
                  {"undefined", ALLOWS, .row = OUTERMOST},
                  {"breach", BREAKS, "flex.cfa-first", .row = NO_ANSWER, .decoded = IRREGULAR_ROW}},
     .oracle = 2},
    {"flex-cfa-without-register", "dereferenced", "The CFA's control word says: what lies at CFA + 16.", V3,
     EITHER, DECODE | CHECK | LOOKUP, FDE_FLEX, .word_count = 4, .words = {2, 16, 2, -8}, .at = WORD(0),
     .readings = {{"breach", BREAKS, "flex.cfa-register", .row = SAYS(UNKNOWN, SLOT(-8), NONE)},
                  {"from-zero", ALLOWS, .row = SAYS(AT_LAST_CFA(16), SLOT(-8), NONE)},
                  READING("assert", REFUSES)}},
    {"flex-cfa-without-register", "plain", "The CFA's control word has a register number and no base bit.",
     V3, EITHER, DECODE | CHECK | LOOKUP, FDE_FLEX, .word_count = 4, .words = {56, 16, 2, -8}, .at = WORD(0),
     .readings = {{"breach", BREAKS, "flex.cfa-register", .row = SAYS(UNKNOWN, SLOT(-8), NONE)},
                  {"from-zero", ALLOWS, .row = SAYS(LAST_CFA(16), SLOT(-8), NONE)},
                  READING("assert", REFUSES)}},
    {"flex-fp-absent-fixed", "left-out", "The header fixes FP at -16; the row ends after RA.", V3, EITHER,
     LOOKUP, FDE_FLEX, SAYS(SP(16), SLOT(-8), NONE), .build = fixed_fp,
     .readings = {READING("fixed", ALLOWS), {"same", ALLOWS, .row = SAYS(SP(16), SLOT(-8), SAME)}}},
    {"flex-fp-absent-fixed", "padded", "The header fixes FP at -16; a word of 0 stands for FP's rule.", V3,
     EITHER, LOOKUP, FDE_FLEX, SAYS(SP(16), SLOT(-8), PAD), .build = fixed_fp,
     .readings = {READING("fixed", ALLOWS), {"same", ALLOWS, .row = SAYS(SP(16), SLOT(-8), SAME)}}},
    {"flex-fp-padding", "after-ra", "The last word is 0, in the place of FP's pair.", V3, MAIN, CHECK,
     FDE_FLEX, SAYS(SP(16), SLOT(-8), PAD), .at = WORD(4),
     .readings = {READING("allowed", ALLOWS), {"breach", BREAKS, .clause = "flex.surplus"}}},
    {"flex-no-base-no-deref", "ra", "RA's control word is 24, then a word of 0.", V3, AMD,
     DECODE | CHECK | LOOKUP, FDE_FLEX, .word_count = 4, .words = {57, 16, 24, 0}, .at = WORD(2),
     .readings = {{"cfa-plus-offset", ALLOWS, .row = SAYS(REG(7, 16), VALUE(0), NONE)},
                  {"padding", ALLOWS, .row = SAYS(REG(7, 16), PAD, PAD)},
                  {"breach", BREAKS, "flex.reg-p", .row = SAYS(REG(7, 16), UNKNOWN, NONE)}}},
    {"flex-pair-cut", "ra", "RA's control word is the last.", V3, EITHER, DECODE | CHECK | LOOKUP, FDE_FLEX,
     .word_count = 3, .words = {57, 16, 2}, .at = WORD(2),
     .readings = {{"breach", BREAKS, "flex.pair-whole", .row = SAYS(REG(7, 16), UNKNOWN, NONE)},
                  {"offset-zero", ALLOWS, .row = SAYS(REG(7, 16), SLOT(0), NONE)},
                  {"unreadable", UNREADABLE, .clause = "flex.pair-whole"}}},
    {"flex-pair-cut", "fp", "FP's control word is the last.", V3, EITHER, DECODE | CHECK | LOOKUP, FDE_FLEX,
     .word_count = 5, .words = {57, 16, 2, -8, 2}, .at = WORD(4),
     .readings = {{"breach", BREAKS, "flex.pair-whole", .row = SAYS(REG(7, 16), SLOT(-8), UNKNOWN)},
                  {"offset-zero", ALLOWS, .row = SAYS(REG(7, 16), SLOT(-8), SLOT(0))},
                  {"unreadable", UNREADABLE, .clause = "flex.pair-whole"}}},
    {"flex-pair-cut", "cfa", "The CFA's control word is the only word.", V3, AMD, DECODE | CHECK | LOOKUP,
     FDE_FLEX, .word_count = 1, .words = {57}, .at = WORD(0),
     .readings = {{"breach", BREAKS, "flex.pair-whole", .row = SAYS(UNKNOWN, NONE, NONE)},
                  {"offset-zero", ALLOWS, .row = SAYS(REG(7, 0), NONE, NONE)},
                  {"unreadable", UNREADABLE, .clause = "flex.pair-whole"}}},
    {"flex-ra-absent-amd64", "left-out", "Neither header nor row says where RA is.", V3, AMD, LOOKUP,
     FDE_FLEX, SAYS(SP(16), NONE, NONE), .build = no_fixed_ra,
     .readings = {READING("unstated", ALLOWS),
                  {"minus-8", ALLOWS, .row = SAYS(SP(16), SLOT(-8), NONE)},
                  READING("refuse", REFUSES)}},
    {"flex-ra-absent-amd64", "padded", "Neither header nor row says where RA is; FP has a slot.", V3, AMD,
     LOOKUP, FDE_FLEX, SAYS(SP(16), PAD, SLOT(-16)), .build = no_fixed_ra,
     .readings = {READING("unstated", ALLOWS),
                  {"minus-8", ALLOWS, .row = SAYS(SP(16), SLOT(-8), SLOT(-16))},
                  READING("refuse", REFUSES)}},
    {"flex-ra-absent-tracked", "left-out", "The row ends after the CFA's pair.", V3, ARM, DECODE | LOOKUP,
     FDE_FLEX, SAYS(SP(16), NONE, NONE),
     .readings = {READING("register", ALLOWS),
                  {"undefined", ALLOWS, .row = SAYS(SP(16), UNDEFINED, NONE)},
                  {"error", ALLOWS, .row = SAYS(SP(16), UNKNOWN, NONE)}}},
    {"flex-ra-absent-tracked", "padded", "A word of 0 stands for RA's rule; FP has a slot.", V3, ARM,
     DECODE | LOOKUP, FDE_FLEX, SAYS(SP(16), PAD, SLOT(-16)),
     .readings = {READING("register", ALLOWS),
                  {"undefined", ALLOWS, .row = SAYS(SP(16), UNDEFINED, SLOT(-16))},
                  {"error", ALLOWS, .row = SAYS(SP(16), UNKNOWN, SLOT(-16))}}},
    {"flex-ra-padding-last", "no-fp", "A word of 0 stands for RA's rule, and ends the row.", V3, AMD, CHECK,
     FDE_FLEX, SAYS(SP(16), PAD, NONE), .at = WORD(2),
     .readings = {READING("allowed", ALLOWS), {"breach", BREAKS, .clause = "flex.ra-padding"}}},
    {"flex-regnum-without-reg", "ra", "RA's control word is 42: a slot from the CFA, and register number 5.",
     V3, MAIN, CHECK, FDE_FLEX, .word_count = 4, .words = {57, 16, 42, -8}, .at = WORD(2),
     .readings = {READING("ignored", ALLOWS), {"breach", BREAKS, .clause = "flex.regnum-effective"}}},
    {"flex-surplus", "word", "A word follows the pair of FP.", V3, EITHER, CHECK | LOOKUP, FDE_FLEX,
     SAYS(SP(16), SLOT(-8), SLOT(-16)), .build = surplus,
     .readings = {READING("breach", BREAKS), READING("ignored", ALLOWS), READING("refuse", REFUSES)}},
    {"flex-surplus", "pair", "A fourth pair follows that of FP.", V3, EITHER, CHECK | LOOKUP, FDE_FLEX,
     SAYS(SP(16), SLOT(-8), SLOT(-16)), .build = surplus_pair,
     .readings = {READING("breach", BREAKS), READING("ignored", ALLOWS), READING("refuse", REFUSES)}},
    {"reserved-control-bit", "cfa", "The CFA's control word is 61: register 7, with bit 2 set.", V3, EITHER,
     DECODE | CHECK | LOOKUP, FDE_FLEX, .word_count = 4, .words = {61, 16, 2, -8}, .at = WORD(0),
     .readings = {{"zero", BREAKS, "flex.unused", .row = SAYS(REG(7, 16), SLOT(-8), NONE)},
                  {"ignored", ALLOWS, .row = SAYS(REG(7, 16), SLOT(-8), NONE)},
                  {"regnum", ALLOWS, .row = SAYS(REG(15, 16), SLOT(-8), NONE)}}},
    {"s390x-flex-cfa-scaled", "sp", "The CFA's offset word is 20.", V3, S390, DECODE | LOOKUP, FDE_FLEX,
     SAYS(SP(320), SLOT(-48), NONE),
     .readings = {READING("scaled", ALLOWS), {"plain", ALLOWS, .row = SAYS(SP(20), SLOT(-48), NONE)}}},
    {"s390x-flex-cfa-scaled", "dereferenced", "The CFA's offset word is 20: its value lies in memory.", V3,
     S390, DECODE | LOOKUP, FDE_FLEX, SAYS(AT_REG(11, 320), SLOT(-48), NONE),
     .readings = {READING("scaled", ALLOWS),
                  {"plain", ALLOWS, .row = SAYS(AT_REG(11, 20), SLOT(-48), NONE)}}},
};

const unsigned gen_word_shape_count = COUNT(gen_word_shapes);
