/* Contested rows and functions: bytes that careful readers take differently, each with every reading's
 * answer.
 *
 * `entries` lists the points of the ledger, `shapes` the bytes that show them.  Almost every shape is one
 * function with one row, said by rules or, where no rule says it, by its bare words; a reading is then a
 * judgement of those bytes and, where it understands them in its own way, the rules that it finds there.
 * The answers are written from that model.
 *
 * A reading that refuses has no answer to any question: asked for a check it reports an error, or a malformed
 * section.  Points that only a stack walk can show are not here. */
#include "../contested.h"
#include "../families.h"
#include "../tables.h"

#include <string.h>

enum { SHAPE_READINGS = 3, MAX_TOUCHED = 3, START = 0x1000, SECOND = 0x2000, SIZE = 16 };
/* Big-endian AArch64 differs in nothing here. */
enum { EITHER = AMD | ARM };

struct where {
    enum field_name field;
    int function, row, word;
};

struct shape {
    const char *ledger, *name, *note;
    unsigned profiles, abis, operations;
    enum fde_type fde_type;
    struct rules row;
    uint8_t word_count; /* above 0: the row consists of these words, whatever they say */
    int32_t words[MAX_WORDS];
    void (*build)(struct section *section); /* what else there is */
    void (*lie)(struct encoded *encoded);
    struct where at;                       /* the field at fault, to whom it is one */
    uint64_t lookup;                       /* from the function's start */
    struct reading readings[SHAPE_READINGS]; /* the oracle's first, but those that fit most answers last */
    unsigned oracle;                       /* which it is */
};

#define SAYS(cfa, ra, fp)                                                                                    \
    {                                                                                                        \
        true, cfa, ra, fp                                                                                    \
    }
#define LAST_CFA(n)                                                                                          \
    {                                                                                                        \
        .place = PLACE_LAST_CFA, .offset = (n)                                                               \
    }
#define AT_LAST_CFA(n)                                                                                       \
    {                                                                                                        \
        .place = PLACE_LAST_CFA, .deref = true, .offset = (n)                                                \
    }
#define SAME                                                                                                 \
    {                                                                                                        \
        .place = PLACE_SAME                                                                                  \
    }
#define UNDEFINED                                                                                            \
    {                                                                                                        \
        .place = PLACE_UNDEFINED                                                                             \
    }
#define UNKNOWN                                                                                              \
    {                                                                                                        \
        .place = PLACE_UNKNOWN                                                                               \
    }
#define OUTERMOST SAYS(UNKNOWN, UNDEFINED, UNKNOWN)
/* Whether the second word is then RA's or the offset of the first is the reader's own affair. */
#define IRREGULAR_ROW                                                                                        \
    "{\"verdict\":\"irregular\",\"functions\":[{\"start\":\"0x11000\",\"size\":16,\"rows\":[{\"start\":0}]}" \
    "]}"
#define NO_ANSWER SAYS(UNKNOWN, UNKNOWN, UNKNOWN)

#define ROW_INFO                                                                                             \
    {                                                                                                        \
        FIELD_ROW_INFO, 0, 0, -1                                                                             \
    }
#define WORD(n)                                                                                              \
    {                                                                                                        \
        FIELD_WORD, 0, 0, n                                                                                  \
    }
#define INFO                                                                                                 \
    {                                                                                                        \
        FIELD_INFO, 0, -1, -1                                                                                \
    }
#define INFO2                                                                                                \
    {                                                                                                        \
        FIELD_INFO2, 0, -1, -1                                                                               \
    }

/* --- What a shape has besides its row ------------------------------------------------------------------- */

static void base_bit(struct section *section)
{
    section->rows[0].idle_base = true;
}

static void mangled(struct section *section)
{
    section->rows[0].mangled = true;
}

static void empty(struct section *section)
{
    section->rows[0].empty = true;
}

static void empty_base_bit(struct section *section)
{
    empty(section);
    base_bit(section);
}

static void empty_mangled(struct section *section)
{
    empty(section);
    mangled(section);
}

static void widest_words(struct section *section)
{
    section->rows[0].word_size = 4;
}

static void key_b(struct section *section)
{
    section->functions[0].key_b = true;
}

static void fixed_fp(struct section *section)
{
    section->fixed_fp = -16;
}

static void fixed_ra(struct section *section)
{
    section->fixed_ra = -8;
}

static void no_fixed_ra(struct section *section)
{
    section->fixed_ra = 0;
}

static void surplus(struct section *section)
{
    section->rows[0].extra_count = 1;
    section->rows[0].extra[0] = -24;
}

static void surplus_pair(struct section *section)
{
    section->rows[0].extra_count = 2;
    section->rows[0].extra[0] = 2;
    section->rows[0].extra[1] = -24;
}

static void late_row(struct section *section)
{
    section->rows[0].start = 4;
}

static void add_later_row(struct section *section, uint32_t start)
{
    struct row *row = add_row(section, start);
    row->cfa.offset += 8 * (int64_t)section->row_count; /* unlike any before it */
}

static void descending(struct section *section)
{
    add_later_row(section, 8);
    add_later_row(section, 4);
}

static void equal(struct section *section)
{
    add_later_row(section, 4);
    add_later_row(section, 4);
}

static void row_at_end(struct section *section)
{
    add_later_row(section, SIZE);
}

static void row_beyond(struct section *section)
{
    add_later_row(section, SIZE + 4);
}

static void add_second_function(struct section *section)
{
    add_function(section, SECOND, SIZE);
    add_row(section, 0);
}

static void rows_at_end_and_beyond(struct section *section)
{
    row_at_end(section);
    add_second_function(section);
    add_later_row(section, SIZE + 4);
}

static void make_mask(struct section *section)
{
    struct function *function = &section->functions[0];
    function->pc_type = PC_MASK;
    function->rep_size = SIZE;
    function->size = 4 * SIZE;
}

static void mask_row_at_end(struct section *section)
{
    make_mask(section);
    row_at_end(section);
}

static void mask_row_beyond(struct section *section)
{
    make_mask(section);
    row_beyond(section);
}

static void shared(struct section *section)
{
    add_function(section, SECOND, SIZE);
    share_rows(section, 0, 0, 1);
}

static void gap_between(struct section *section)
{
    add_second_function(section);
    section->functions[1].gap_before = 3;
}

static void gap_at_end(struct section *section)
{
    section->gap_rows = 3;
}

/* Version 1 and 2, RA fixed where rows could track it: a row of two words, then one of three. */
static void two_and_three_words(struct section *section)
{
    fixed_ra(section);
    struct row *row = add_row(section, 8);
    row->empty = true;
    row->idle_base = true;
    row->extra_count = 3;
    row->extra[0] = 32;
    row->extra[1] = -24;
    row->extra[2] = -32;
}

static void three_words_untracked(struct section *section)
{
    set_rules(&section->rows[1], &(struct rules)SAYS(SP(32), NONE, SLOT(-24)));
}

static void three_words_tracked(struct section *section)
{
    set_rules(&section->rows[1], &(struct rules)SAYS(SP(32), SLOT(-24), SLOT(-32)));
}

/* --- What bytes hold that no model says ----------------------------------------------------------------- */

static void set_info(struct encoded *encoded, enum field_name name, uint64_t bits)
{
    lie_bits(encoded, find_field(encoded, name, 0, name == FIELD_ROW_INFO ? 0 : -1, -1), bits, 0);
}

static void word_size_3(struct encoded *encoded)
{
    set_info(encoded, FIELD_ROW_INFO, 0x60);
}

/* The row's one word made eight bytes long; the section's length follows. */
static void word_of_eight_bytes(struct encoded *encoded)
{
    static const uint8_t zeros[4] = {0};
    const struct field *length = header_field(encoded, FIELD_FRE_LEN);
    uint32_t at = find_field(encoded, FIELD_WORD, 0, 0, 0)->offset;
    word_size_3(encoded);
    lie_field(encoded, length, raw_value(encoded, length) + sizeof zeros);
    raw_insert(encoded, encoded->big ? at : at + 4, zeros, sizeof zeros);
}

static void info_bit_6(struct encoded *encoded)
{
    set_info(encoded, FIELD_INFO, 0x40);
}

static void info_bit_7(struct encoded *encoded)
{
    set_info(encoded, FIELD_INFO, 0x80);
}

static void info2_bit_5(struct encoded *encoded)
{
    set_info(encoded, FIELD_INFO2, 0x20);
}

static void info2_bit_7(struct encoded *encoded)
{
    set_info(encoded, FIELD_INFO2, 0x80);
}

static void row_type_3(struct encoded *encoded)
{
    set_info(encoded, FIELD_INFO, 3);
}

static void row_type_15(struct encoded *encoded)
{
    set_info(encoded, FIELD_INFO, 15);
}

static void function_type_2(struct encoded *encoded)
{
    set_info(encoded, FIELD_INFO2, 2);
}

static void function_type_31(struct encoded *encoded)
{
    set_info(encoded, FIELD_INFO2, 31);
}

/* --- What readings take differently --------------------------------------------------------------------- */

static void row_type_unknown(struct section *section)
{
    section->functions[0].fre_type = FRE_UNKNOWN;
}

static void function_type_unknown(struct section *section)
{
    section->functions[0].fde_type = FDE_UNKNOWN;
}

static void function_unknown(struct section *section)
{
    row_type_unknown(section);
    function_type_unknown(section);
}

/* The last of two rows with one start never holds. */
static void last_row_never(struct section *section)
{
    section->rows[2].start = UINT32_MAX;
}

/* --- The points, by the ledger: its profiles and the clauses that each touches -------------------------- */

static const struct entry {
    const char *ledger;
    unsigned profiles;
    const char *clauses[MAX_TOUCHED];
} entries[] = {
    {"aarch64-two-words", E1ON, {"aarch64.count", "aarch64.ra-second"}},
    {"count-limit", V1 | V2, {"fre.count-3", "fre.count"}},
    {"count-zero-base-bit", V2E2 | V3, {"fre.base-reg", "fre.count-zero"}},
    {"count-zero-before-errata2", V1 | V2 | V2E1, {"fre.cfa-first", "fre.count-zero"}},
    {"count-zero-mangled", V2E2 | V3, {"fre.mangled", "fre.count-zero"}},
    {"count-zero-word-size", ALL, {"fre.size-known", "fre.count-zero"}},
    {"mangled-other-abi", ALL, {"fre.mangled-aarch64", "fre.mangled"}},
    {"ra-tracking-v1-v2", V1 | V2, {"fre.ra-tracked", "fre.ra-untracked", "header.fixed-ra"}},
    {"reserved-word-size", ALL, {"fre.size-known"}},
    {"s390x-cfa-width", E1ON, {"s390x.cfa-decoded", "s390x.cfa-encoded"}},
    {"s390x-fp-word-zero", E1ON, {"s390x.fp-third", "s390x.slot"}},
    {"s390x-register-sign", V2E1 | V2E2, {"s390x.register-number", "s390x.register-positive"}},
    {"s390x-register-unsaved-order", V2E1 | V2E2, {"s390x.register", "s390x.slot"}},
    {"surplus-words", ALL, {"fre.words-surplus", "fre.count-15", "fre.words-abi"}},
    {"count-zero-flex", V3, {"fre.count-zero", "flex.cfa-first"}},
    {"flex-cfa-padding", V3, {"flex.cfa-first", "flex.zero-alone"}},
    {"flex-cfa-without-register", V3, {"flex.cfa-register", "flex.reg-p"}},
    {"flex-fp-absent-fixed", V3, {"flex.zero-fixed", "trace.flex-apply", "header.fixed-fp"}},
    {"flex-fp-padding", V3, {"flex.padding", "flex.zero-alone", "flex.surplus"}},
    {"flex-no-base-no-deref", V3, {"flex.reg-p", "flex.cfa-plus-zero", "flex.regnum-effective"}},
    {"flex-pair-cut", V3, {"flex.pair-whole", "flex.pairs"}},
    {"flex-ra-absent-amd64", V3, {"flex.zero-fixed", "header.fixed-ra-amd64"}},
    {"flex-ra-absent-tracked", V3, {"flex.zero-fixed", "flex.ra-padding"}},
    {"flex-ra-padding-last", V3, {"flex.ra-padding", "flex.zero-alone"}},
    {"flex-regnum-without-reg", V3, {"flex.regnum-effective", "flex.regnum"}},
    {"flex-surplus", V3, {"flex.surplus", "flex.order"}},
    {"reserved-control-bit", V3, {"flex.unused"}},
    {"s390x-flex-cfa-scaled", V3, {"flex.offset-signed", "flex.value", "s390x.cfa-encoded"}},
    {"row-first-start", ALL, {"fre.start-first"}},
    {"row-order", ALL, {"fre.start-order"}},
    {"row-order-equal", ALL, {"fre.start-order"}},
    {"row-start-inside", ALL, {"fre.start-inside", "fde.size"}},
    {"row-start-inside-block", V2 | V2E1 | V2E2 | V3, {"fre.start-inside", "pctype.mask-block"}},
    {"rows-shared", ALL, {"fre.unshared", "fde.fre-off"}},
    {"rows-unowned", ALL, {"fre.owned", "header.fre-total"}},
    {"pauth-key-other-abi", E1ON, {"info.pauth-zero", "info.pauth-aarch64"}},
    {"pauth-key-s390x-v2e1", V2E1 | V2E2, {"info.pauth-zero", "info.pauth-aarch64"}},
    {"pauth-key-v1-v2", V1 | V2, {"info.pauth-key"}},
    {"reserved-fde-info", V1 | V2 | V2E1 | V2E2, {"info.unused"}},
    {"reserved-fde-info-v3", V3, {"info.unused-v3"}},
    {"reserved-fde-type", V3, {"info2.fde-type-known", "fdetype.future"}},
    {"reserved-fre-type", ALL, {"info.fre-type-known", "fre.types-future"}},
    {"reserved-info2", V3, {"info2.unused"}},
};

/* --- The bytes that show them --------------------------------------------------------------------------- */

static const struct shape shapes[] = {
    /* Rows of the default type */
    {"aarch64-two-words", "saved", "The second of two words, where the text knows one or three.", E1ON, ARM,
     CHECK | LOOKUP, .row = SAYS(SP(32), SLOT(-24), NONE),
     .readings = {{"breach-ra-only", .judgement = BREAKS},
                  {"refuse", .judgement = REFUSES},
                  {"ra-only", .judgement = ALLOWS}}},
    {"count-limit", "four", "No ABI has a meaning for the fourth word.", V1 | V2, ARM, CHECK, .word_count = 4,
     .words = {32, -24, -32, 0},
     .readings = {{"three", .judgement = BREAKS}, {"fifteen", .judgement = ALLOWS}}},
    {"count-limit", "fifteen", "No ABI has a meaning for more than three words.", V1 | V2, EITHER, CHECK,
     .word_count = 15, .words = {32, -24, -32},
     .readings = {{"three", .judgement = BREAKS}, {"fifteen", .judgement = ALLOWS}}},
    {"count-zero-base-bit", "sp", "The row has no words, and its base register bit names SP.", V2E2 | V3,
     MAIN, DECODE | CHECK | LOOKUP, .build = empty_base_bit, .at = ROW_INFO,
     .readings = {{"ignored", .judgement = ALLOWS},
                  {"cfa-from-base", ALLOWS, .row = SAYS(SP(0), UNDEFINED, UNKNOWN)},
                  {"zero", BREAKS, .clause = "fre.base-reg"}}},
    {"count-zero-before-errata2", "sp", "The base register bit names SP.", V1 | V2 | V2E1, MAIN,
     DECODE | CHECK | LOOKUP, .build = empty_base_bit,
     .readings = {{"breach", .judgement = BREAKS},
                  {"undefined", ALLOWS, .row = OUTERMOST},
                  {"same", ALLOWS, .row = SAYS(SP(0), SAME, SAME)}}},
    {"count-zero-mangled", "marked", "The row has no words and is marked mangled.", V2E2 | V3, ARM, CHECK,
     .build = empty_mangled, .at = ROW_INFO,
     .readings = {{"reported", .judgement = ALLOWS}, {"breach", BREAKS, .clause = "fre.mangled"}}},
    {"count-zero-word-size", "three", "Before errata 2 a row without words is contested in itself.",
     V1 | V2 | V2E1, MAIN, CHECK, .build = empty, .lie = word_size_3, .at = ROW_INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "fre.size-known"}, {"ignored", .judgement = BREAKS}}},
    {"count-zero-word-size", "three", "The row has no words; their size would be 3.", V2E2 | V3, MAIN,
     DECODE | CHECK | LOOKUP, .build = empty, .lie = word_size_3, .at = ROW_INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "fre.size-known"}, {"ignored", .judgement = ALLOWS}}},
    {"mangled-other-abi", "marked", "A row marked mangled where nothing signs addresses.", ALL, AMD | S390,
     CHECK, .build = mangled,
     .readings = {{"breach", .judgement = BREAKS}, {"allowed", .judgement = ALLOWS}}},
    {"ra-tracking-v1-v2", "two-words", "The header fixes RA at -8; the second word is -24.", V1 | V2, ARM,
     LOOKUP, .word_count = 2, .words = {32, -24}, .build = fixed_ra,
     .readings = {{"by-fixed-ra", ALLOWS, .row = SAYS(SP(32), NONE, SLOT(-24))},
                  {"by-abi", ALLOWS, .row = SAYS(SP(32), SLOT(-24), NONE)},
                  {"by-count", ALLOWS, .row = SAYS(SP(32), NONE, SLOT(-24))}}},
    {"ra-tracking-v1-v2", "three-words", "The header fixes RA at -8; the row has three words.", V1 | V2, ARM,
     CHECK | LOOKUP, .word_count = 3, .words = {32, -24, -32}, .build = fixed_ra, .at = ROW_INFO,
     .readings = {{"by-fixed-ra", BREAKS, "fre.words-surplus", .row = SAYS(SP(32), NONE, SLOT(-24))},
                  {"by-abi", ALLOWS, .row = SAYS(SP(32), SLOT(-24), SLOT(-32))},
                  {"by-count", ALLOWS, .row = SAYS(SP(32), SLOT(-24), SLOT(-32))}}},
    {"ra-tracking-v1-v2", "both", "The header fixes RA at -8; one row has two words and one three.", V1 | V2,
     ARM, DECODE, .word_count = 2, .words = {32, -24}, .build = two_and_three_words,
     .at = {FIELD_ROW_INFO, 0, 1, -1},
     .readings = {{"by-fixed-ra", BREAKS, "fre.words-surplus", .row = SAYS(SP(32), NONE, SLOT(-24)),
                   .understand = three_words_untracked},
                  {"by-abi", ALLOWS, .row = SAYS(SP(32), SLOT(-24), NONE), .understand = three_words_tracked},
                  {"by-count", ALLOWS, .row = SAYS(SP(32), NONE, SLOT(-24)),
                   .understand = three_words_tracked}}},
    {"reserved-word-size", "three", "The row's one word takes eight bytes.", ALL, MAIN,
     DECODE | CHECK | LOOKUP, .row = SAYS(SP(320), NONE, NONE), .build = widest_words,
     .lie = word_of_eight_bytes, .at = ROW_INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "fre.size-known"}, {"eight", .judgement = ALLOWS}}},
    {"s390x-cfa-width", "greatest", "The greatest word: 2147483647, times 8, and 160.", E1ON, S390,
     DECODE | CHECK | LOOKUP, .row = SAYS(SP(17179869336), SLOT(-48), NONE),
     .readings = {{"exact", .judgement = ALLOWS},
                  {"32-bit", ALLOWS, .row = SAYS(SP(152), SLOT(-48), NONE)},
                  {"refuse", .judgement = REFUSES}}},
    {"s390x-cfa-width", "least", "The least word: -2147483648, times 8, and 160.", E1ON, S390,
     DECODE | CHECK | LOOKUP, .row = SAYS(SP(-17179869024), SLOT(-48), NONE),
     .readings = {{"exact", .judgement = ALLOWS},
                  {"32-bit", ALLOWS, .row = SAYS(SP(160), SLOT(-48), NONE)},
                  {"refuse", .judgement = REFUSES}}},
    {"s390x-cfa-width", "just-above", "The least sum that 32 signed bits do not hold.", E1ON, S390,
     DECODE | CHECK | LOOKUP, .row = SAYS(SP(2147483648), SLOT(-48), NONE),
     .readings = {{"exact", .judgement = ALLOWS},
                  {"32-bit", ALLOWS, .row = SAYS(SP(-2147483648), SLOT(-48), NONE)},
                  {"refuse", .judgement = REFUSES}}},
    {"s390x-cfa-width", "just-below", "The greatest negative sum that 32 signed bits do not hold.", E1ON,
     S390, DECODE | CHECK | LOOKUP, .row = SAYS(SP(-2147483656), SLOT(-48), NONE),
     .readings = {{"exact", .judgement = ALLOWS},
                  {"32-bit", ALLOWS, .row = SAYS(SP(2147483640), SLOT(-48), NONE)},
                  {"refuse", .judgement = REFUSES}}},
    {"s390x-fp-word-zero", "ra-slot", "The word for FP is 0; RA has a slot.", E1ON, S390, DECODE | LOOKUP,
     .row = SAYS(SP(320), SLOT(-48), SLOT(0)),
     .readings = {{"slot", .judgement = ALLOWS}, {"unsaved", ALLOWS, .row = SAYS(SP(320), SLOT(-48), NONE)}}},
    {"s390x-fp-word-zero", "ra-unsaved", "The words for RA and for FP are 0.", E1ON, S390, DECODE | LOOKUP,
     .row = SAYS(SP(320), PAD, SLOT(0)),
     .readings = {{"slot", .judgement = ALLOWS}, {"unsaved", ALLOWS, .row = SAYS(SP(320), PAD, NONE)}}},
    {"s390x-register-sign", "ra", "RA's word is -31, in one byte; its half as 32 bits is 4294967280.",
     V2E1 | V2E2, S390, DECODE | CHECK | LOOKUP, .word_count = 2, .words = {0, -31}, .at = WORD(1),
     .readings = {{"breach", BREAKS, "s390x.register-positive", .row = SAYS(SP(160), UNKNOWN, NONE)},
                  {"unsigned", ALLOWS, .row = SAYS(SP(160), REG(112, 0), NONE)},
                  {"arithmetic", ALLOWS, .row = SAYS(SP(160), REG(4294967280U, 0), NONE)}}},
    {"s390x-register-sign", "fp", "FP's word is -31, in one byte; its half as 32 bits is 4294967280.",
     V2E1 | V2E2, S390, DECODE | CHECK | LOOKUP, .word_count = 3, .words = {0, -48, -31}, .at = WORD(2),
     .readings = {{"breach", BREAKS, "s390x.register-positive", .row = SAYS(SP(160), SLOT(-48), UNKNOWN)},
                  {"unsigned", ALLOWS, .row = SAYS(SP(160), SLOT(-48), REG(112, 0))},
                  {"arithmetic", ALLOWS, .row = SAYS(SP(160), SLOT(-48), REG(4294967280U, 0))}}},
    {"s390x-register-unsaved-order", "ra-register", "RA is in a register, FP in a slot.", V2E1 | V2E2, S390,
     CHECK, .row = SAYS(SP(160), REG(16, 0), SLOT(-72)), .at = WORD(2),
     .readings = {{"each", .judgement = ALLOWS}, {"both", BREAKS, .clause = "s390x.slot"}}},
    {"s390x-register-unsaved-order", "fp-register", "RA is in a slot, FP in a register.", V2E1 | V2E2, S390,
     CHECK, .row = SAYS(SP(160), SLOT(-48), REG(17, 0)), .at = WORD(2),
     .readings = {{"each", .judgement = ALLOWS}, {"both", BREAKS, .clause = "s390x.register"}}},
    {"surplus-words", "third", "The third word has no meaning; by count of words it is FP's.", V1 | V2, AMD,
     CHECK, .row = SAYS(SP(32), NONE, SLOT(-16)), .build = surplus,
     .readings = {{"breach", .judgement = BREAKS},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},
    {"surplus-words", "third", "The third word has no meaning.", E1ON, AMD, CHECK | LOOKUP,
     .row = SAYS(SP(32), NONE, SLOT(-16)), .build = surplus,
     .readings = {{"breach", .judgement = BREAKS},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},

    /* Flexible rows */
    {"count-zero-flex", "no-words", "A flexible function's row has no words.", V3, EITHER,
     DECODE | CHECK | LOOKUP, FDE_FLEX, .build = empty, .at = ROW_INFO,
     .readings = {{"undefined", .judgement = ALLOWS},
                  {"breach", BREAKS, "flex.cfa-first", .row = NO_ANSWER}}},
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
                  {"assert", .judgement = REFUSES}}},
    {"flex-cfa-without-register", "plain", "The CFA's control word has a register number and no base bit.",
     V3, EITHER, DECODE | CHECK | LOOKUP, FDE_FLEX, .word_count = 4, .words = {56, 16, 2, -8}, .at = WORD(0),
     .readings = {{"breach", BREAKS, "flex.cfa-register", .row = SAYS(UNKNOWN, SLOT(-8), NONE)},
                  {"from-zero", ALLOWS, .row = SAYS(LAST_CFA(16), SLOT(-8), NONE)},
                  {"assert", .judgement = REFUSES}}},
    {"flex-fp-absent-fixed", "left-out", "The header fixes FP at -16; the row ends after RA.", V3, EITHER,
     LOOKUP, FDE_FLEX, SAYS(SP(16), SLOT(-8), NONE), .build = fixed_fp,
     .readings = {{"fixed", .judgement = ALLOWS}, {"same", ALLOWS, .row = SAYS(SP(16), SLOT(-8), SAME)}}},
    {"flex-fp-absent-fixed", "padded", "The header fixes FP at -16; a word of 0 stands for FP's rule.", V3,
     EITHER, LOOKUP, FDE_FLEX, SAYS(SP(16), SLOT(-8), PAD), .build = fixed_fp,
     .readings = {{"fixed", .judgement = ALLOWS}, {"same", ALLOWS, .row = SAYS(SP(16), SLOT(-8), SAME)}}},
    {"flex-fp-padding", "after-ra", "The last word is 0, in the place of FP's pair.", V3, MAIN, CHECK,
     FDE_FLEX, SAYS(SP(16), SLOT(-8), PAD), .at = WORD(4),
     .readings = {{"allowed", .judgement = ALLOWS}, {"breach", BREAKS, .clause = "flex.surplus"}}},
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
     .readings = {{"unstated", .judgement = ALLOWS},
                  {"minus-8", ALLOWS, .row = SAYS(SP(16), SLOT(-8), NONE)},
                  {"refuse", .judgement = REFUSES}}},
    {"flex-ra-absent-amd64", "padded", "Neither header nor row says where RA is; FP has a slot.", V3, AMD,
     LOOKUP, FDE_FLEX, SAYS(SP(16), PAD, SLOT(-16)), .build = no_fixed_ra,
     .readings = {{"unstated", .judgement = ALLOWS},
                  {"minus-8", ALLOWS, .row = SAYS(SP(16), SLOT(-8), SLOT(-16))},
                  {"refuse", .judgement = REFUSES}}},
    {"flex-ra-absent-tracked", "left-out", "The row ends after the CFA's pair.", V3, ARM, DECODE | LOOKUP,
     FDE_FLEX, SAYS(SP(16), NONE, NONE),
     .readings = {{"register", .judgement = ALLOWS},
                  {"undefined", ALLOWS, .row = SAYS(SP(16), UNDEFINED, NONE)},
                  {"error", ALLOWS, .row = SAYS(SP(16), UNKNOWN, NONE)}}},
    {"flex-ra-absent-tracked", "padded", "A word of 0 stands for RA's rule; FP has a slot.", V3, ARM,
     DECODE | LOOKUP, FDE_FLEX, SAYS(SP(16), PAD, SLOT(-16)),
     .readings = {{"register", .judgement = ALLOWS},
                  {"undefined", ALLOWS, .row = SAYS(SP(16), UNDEFINED, SLOT(-16))},
                  {"error", ALLOWS, .row = SAYS(SP(16), UNKNOWN, SLOT(-16))}}},
    {"flex-ra-padding-last", "no-fp", "A word of 0 stands for RA's rule, and ends the row.", V3, AMD, CHECK,
     FDE_FLEX, SAYS(SP(16), PAD, NONE), .at = WORD(2),
     .readings = {{"allowed", .judgement = ALLOWS}, {"breach", BREAKS, .clause = "flex.ra-padding"}}},
    {"flex-regnum-without-reg", "ra", "RA's control word is 42: a slot from the CFA, and register number 5.",
     V3, MAIN, CHECK, FDE_FLEX, .word_count = 4, .words = {57, 16, 42, -8}, .at = WORD(2),
     .readings = {{"ignored", .judgement = ALLOWS}, {"breach", BREAKS, .clause = "flex.regnum-effective"}}},
    {"flex-surplus", "word", "A word follows the pair of FP.", V3, EITHER, CHECK | LOOKUP, FDE_FLEX,
     SAYS(SP(16), SLOT(-8), SLOT(-16)), .build = surplus,
     .readings = {{"breach", .judgement = BREAKS},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},
    {"flex-surplus", "pair", "A fourth pair follows that of FP.", V3, EITHER, CHECK | LOOKUP, FDE_FLEX,
     SAYS(SP(16), SLOT(-8), SLOT(-16)), .build = surplus_pair,
     .readings = {{"breach", .judgement = BREAKS},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},
    {"reserved-control-bit", "cfa", "The CFA's control word is 61: register 7, with bit 2 set.", V3, EITHER,
     DECODE | CHECK | LOOKUP, FDE_FLEX, .word_count = 4, .words = {61, 16, 2, -8}, .at = WORD(0),
     .readings = {{"zero", BREAKS, "flex.unused", .row = SAYS(REG(7, 16), SLOT(-8), NONE)},
                  {"ignored", ALLOWS, .row = SAYS(REG(7, 16), SLOT(-8), NONE)},
                  {"regnum", ALLOWS, .row = SAYS(REG(15, 16), SLOT(-8), NONE)}}},
    {"s390x-flex-cfa-scaled", "sp", "The CFA's offset word is 20.", V3, S390, DECODE | LOOKUP, FDE_FLEX,
     SAYS(SP(320), SLOT(-48), NONE),
     .readings = {{"scaled", .judgement = ALLOWS}, {"plain", ALLOWS, .row = SAYS(SP(20), SLOT(-48), NONE)}}},
    {"s390x-flex-cfa-scaled", "dereferenced", "The CFA's offset word is 20: its value lies in memory.", V3,
     S390, DECODE | LOOKUP, FDE_FLEX, SAYS(AT_REG(11, 320), SLOT(-48), NONE),
     .readings = {{"scaled", .judgement = ALLOWS},
                  {"plain", ALLOWS, .row = SAYS(AT_REG(11, 20), SLOT(-48), NONE)}}},

    /* Where rows lie */
    {"row-first-start", "late", "The only row starts at 4.", ALL, MAIN, CHECK, .build = late_row,
     .readings = {{"breach", .judgement = BREAKS}, {"allowed", .judgement = ALLOWS}}},
    {"row-order", "descending", "Rows start at 0, 8 and 4.", ALL, MAIN, CHECK, .build = descending,
     .readings = {{"breach", .judgement = BREAKS}, {"allowed", .judgement = ALLOWS}}},
    {"row-order-equal", "two-of-three", "Rows start at 0, 4 and 4.", ALL, MAIN, CHECK | LOOKUP,
     .build = equal, .lookup = 4,
     .readings = {{"breach", .judgement = BREAKS},
                  {"last-wins", .judgement = ALLOWS},
                  {"first-wins", ALLOWS, .understand = last_row_never}}},
    {"row-start-inside", "at-end", "The second row starts just behind the function.", ALL, MAIN, CHECK,
     .build = row_at_end,
     .readings = {{"breach", .judgement = BREAKS},
                  {"end-allowed", .judgement = ALLOWS},
                  {"allowed", .judgement = ALLOWS}}},
    {"row-start-inside", "beyond", "The second row starts 4 bytes behind the function's end.", ALL, MAIN,
     CHECK, .build = row_beyond,
     .readings = {{"breach", .judgement = BREAKS},
                  {"end-allowed", .judgement = BREAKS},
                  {"allowed", .judgement = ALLOWS}}},
    {"row-start-inside", "both", "In one function a row starts at the end, in another beyond it.", ALL, MAIN,
     CHECK, .build = rows_at_end_and_beyond, .at = {FIELD_ROW_START, 1, 1, -1},
     .readings = {{"breach", .judgement = BREAKS},
                  {"end-allowed", BREAKS, .clause = "fre.start-inside"},
                  {"allowed", .judgement = ALLOWS}}},
    {"row-start-inside-block", "at-end", "A block of 16 bytes, and a row that starts at 16.",
     V2 | V2E1 | V2E2 | V3, MAIN, CHECK, .build = mask_row_at_end,
     .readings = {{"breach", .judgement = BREAKS}, {"function", .judgement = ALLOWS}}},
    {"row-start-inside-block", "beyond", "A block of 16 bytes, and a row that starts at 20.",
     V2 | V2E1 | V2E2 | V3, MAIN, CHECK, .build = mask_row_beyond,
     .readings = {{"breach", .judgement = BREAKS}, {"function", .judgement = ALLOWS}}},
    {"rows-shared", "all", "Two functions use one row; the header counts it once.", ALL, MAIN, CHECK,
     .build = shared, .readings = {{"breach", .judgement = BREAKS}, {"allowed", .judgement = ALLOWS}}},
    {"rows-unowned", "between", "Three bytes lie between the data of two functions.", ALL, MAIN, CHECK,
     .build = gap_between, .readings = {{"breach", .judgement = BREAKS}, {"allowed", .judgement = ALLOWS}}},
    {"rows-unowned", "at-end", "Three bytes of the sub-section follow the last row.", ALL, MAIN, CHECK,
     .build = gap_at_end, .readings = {{"breach", .judgement = BREAKS}, {"allowed", .judgement = ALLOWS}}},

    /* Function info */
    {"pauth-key-other-abi", "key-b", "", E1ON, AMD, CHECK, .build = key_b,
     .readings = {{"zero", .judgement = BREAKS}, {"ignored", .judgement = ALLOWS}}},
    {"pauth-key-other-abi", "key-b", "", V3, S390, CHECK, .build = key_b,
     .readings = {{"zero", .judgement = BREAKS}, {"ignored", .judgement = ALLOWS}}},
    {"pauth-key-s390x-v2e1", "key-b", "", V2E1 | V2E2, S390, CHECK, .build = key_b,
     .readings = {{"unused", .judgement = BREAKS}, {"free", .judgement = ALLOWS}}},
    {"pauth-key-v1-v2", "key-b", "", V1 | V2, AMD, CHECK, .build = key_b, .at = INFO,
     .readings = {{"allowed", .judgement = ALLOWS}, {"breach", BREAKS, .clause = "info.pauth-key"}}},
    {"reserved-fde-info", "bit-6", "", V1 | V2 | V2E1 | V2E2, MAIN, CHECK | LOOKUP, .lie = info_bit_6,
     .at = INFO,
     .readings = {{"zero", BREAKS, .clause = "info.unused"},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},
    {"reserved-fde-info", "bit-7", "The bit that marks signal frames from version 3 on.",
     V1 | V2 | V2E1 | V2E2, MAIN, CHECK | LOOKUP, .lie = info_bit_7, .at = INFO,
     .readings = {{"zero", BREAKS, .clause = "info.unused"},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},
    {"reserved-fde-info-v3", "bit-6", "", V3, MAIN, CHECK | LOOKUP, .lie = info_bit_6, .at = INFO,
     .readings = {{"zero", BREAKS, .clause = "info.unused-v3"},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},
    {"reserved-info2", "bit-5", "A default function.", V3, MAIN, CHECK | LOOKUP, .lie = info2_bit_5,
     .at = INFO2,
     .readings = {{"zero", BREAKS, .clause = "info2.unused"},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},
    {"reserved-info2", "bit-7-flex", "A flexible function.", V3, EITHER, CHECK | LOOKUP, FDE_FLEX,
     SAYS(SP(16), SLOT(-8), NONE), .lie = info2_bit_7, .at = INFO2,
     .readings = {{"zero", BREAKS, .clause = "info2.unused"},
                  {"ignored", .judgement = ALLOWS},
                  {"refuse", .judgement = REFUSES}}},
    {"reserved-fre-type", "three", "Another function is in order.", ALL, MAIN, DECODE | CHECK,
     .build = add_second_function, .lie = row_type_3, .at = INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "info.fre-type-known"},
                  {"function-only", BREAKS, "info.fre-type-known", .understand = row_type_unknown}}},
    {"reserved-fre-type", "fifteen", "Another function is in order.", ALL, MAIN, DECODE | CHECK,
     .build = add_second_function, .lie = row_type_15, .at = INFO,
     .readings = {{"unreadable", UNREADABLE, .clause = "info.fre-type-known"},
                  {"function-only", BREAKS, "info.fre-type-known", .understand = row_type_unknown}}},
    {"reserved-fde-type", "two", "Another function is in order.", V3, MAIN, DECODE | CHECK,
     .build = add_second_function, .lie = function_type_2, .at = INFO2,
     .readings = {{"unreadable", UNREADABLE, .clause = "info2.fde-type-known"},
                  {"function-only", BREAKS, "info2.fde-type-known", .understand = function_unknown},
                  {"rows-only", BREAKS, "info2.fde-type-known", .understand = function_type_unknown}}},
    {"reserved-fde-type", "thirty-one", "Another function is in order.", V3, MAIN, DECODE | CHECK,
     .build = add_second_function, .lie = function_type_31, .at = INFO2,
     .readings = {{"unreadable", UNREADABLE, .clause = "info2.fde-type-known"},
                  {"function-only", BREAKS, "info2.fde-type-known", .understand = function_unknown},
                  {"rows-only", BREAKS, "info2.fde-type-known", .understand = function_type_unknown}}},
};

/* --- From a shape to vectors ---------------------------------------------------------------------------- */

static void build(struct section *section, const struct shape *shape)
{
    add_function(section, START, SIZE)->fde_type = shape->fde_type;
    struct row *row = add_row(section, 0);
    if (shape->row.given)
        set_rules(row, &shape->row);
    row->empty = shape->word_count > 0;
    row->idle_base = row->empty && shape->fde_type == FDE_DEFAULT; /* SP, where the words give a CFA */
    row->extra_count = shape->word_count;
    for (uint8_t i = 0; i < shape->word_count; i++)
        row->extra[i] = shape->words[i];
    if (shape->build != NULL)
        shape->build(section);
}

static uint32_t field_at_fault(const struct emitter *emitter, const struct where *at)
{
    const struct field *field = find_field(&emitter->encoded, at->field, at->function, at->row, at->word);
    return field != NULL ? field->offset : 0; /* none is named where no reading names a clause */
}

/* Which pairs of readings the vectors of a shape and of an entry tell from each other. */
struct pairs {
    unsigned seen, demanded;
};

static void emit_operation(struct emitter *emitter, const struct shape *shape, enum operation operation,
                           struct pairs *pairs)
{
    struct dispute dispute = dispute_over(emitter, shape->ledger, shape->readings, SHAPE_READINGS);
    dispute.oracle = shape->oracle;
    put_question(&dispute, operation, emitter->section.address + START + shape->lookup, shape->name);
    judge_all(&dispute, shape->readings, field_at_fault(emitter, &shape->at));
    if (pairs_that_differ(&dispute) == 0)
        family_fails(emitter, "a contested vector has one answer for all its readings");
    pairs->seen |= pairs_that_differ(&dispute);
    pairs->demanded = all_pairs(&dispute);
}

static void emit_shape(struct emitter *emitter, enum profile profile, enum abi abi, const struct entry *entry,
                       const struct shape *shape, struct pairs *pairs)
{
    static char id[MAX_ID];
    struct text text;
    text_init(&text, id, sizeof id);
    text_string(&text, "open-");
    text_string(&text, shape->ledger);
    build(begin(emitter, profile, abi, text_c(&text)), shape);
    if (!make_bytes(emitter))
        return;
    if (shape->lie != NULL)
        shape->lie(&emitter->encoded);
    emitter->note = shape->note;
    for (unsigned i = 0; i < MAX_TOUCHED && entry->clauses[i] != NULL; i++)
        exercises(emitter, entry->clauses[i]);
    for (enum operation operation = OPERATION_DECODE; operation < OPERATIONS; operation++)
        if ((shape->operations >> operation & 1) != 0)
            emit_operation(emitter, shape, operation, pairs);
}

/* Every two readings of an entry must differ in some vector of each of its profiles. */
static void emit_entry(struct emitter *emitter, enum profile profile, const struct entry *entry)
{
    struct pairs pairs = {0, 0};
    bool has_shape = false;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        const struct shape *shape = &shapes[i];
        if (strcmp(shape->ledger, entry->ledger) != 0 || (shape->profiles >> profile & 1) == 0)
            continue;
        has_shape = true;
        for (enum abi abi = ABI_AMD64; abi < ABIS && !emitter->stopped; abi++)
            if ((shape->abis >> abi & 1) != 0 && abi_known(profile, abi))
                emit_shape(emitter, profile, abi, entry, shape, &pairs);
    }
    if (!has_shape || (pairs.seen != pairs.demanded && !emitter->stopped))
        family_fails(emitter, "two readings of an entry of the ledger never differ");
}

void family_contested_rows(struct emitter *emitter)
{
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        for (size_t i = 0; i < sizeof entries / sizeof *entries && !emitter->stopped; i++)
            if ((entries[i].profiles >> profile & 1) != 0)
                emit_entry(emitter, profile, &entries[i]);
}
