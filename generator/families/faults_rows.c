/* One statement about info bytes and rows broken by the bytes, beside the valid twin: by the model where it
 * can say it, else by a lie in one field or by a cut.  What readers break is in faults_readers.c, what is
 * flexible in faults_flex.c. */
#include "../families.h"
#include "../faults.h"
#include "../tables.h"

/* --- Twins ---------------------------------------------------------------------------------------------- */

struct encoding {
    enum fre_type fre_type;
    uint8_t word_size;
};

/* Rows are laid out alike in all versions: the oldest and the newest try each width, and the newest every
 * encoding on AMD64. */
enum encodings { ONE, DIAGONAL, EVERY, WIDEST };

enum kind { PLAIN, MASKED };

enum { ENCODINGS = 9, FIRST = 0, LAST = 1, FUNCTION_SIZE = 32, BLOCK = 16, BLOCKS = 3 };

static const int64_t starts[] = {[FIRST] = 0x1000, [LAST] = 0x2000};

static char shape_buffer[MAX_ID], twin_buffer[MAX_ID];

static struct encoding encoding_of(unsigned number)
{
    return (struct encoding){(enum fre_type)(number / 3), (uint8_t)(1U << number % 3)};
}

static bool has_encoding(enum encodings encodings, enum profile profile, enum abi abi, unsigned number)
{
    bool diagonal = number % 4 == 0;
    if (encodings == WIDEST && number + 1 != ENCODINGS)
        return false;
    if (number == 0)
        return true;
    if (profile != PROFILE_V1 && profile != PROFILE_V3)
        return false;
    return (encodings >= DIAGONAL && diagonal) ||
           (encodings == EVERY && profile == PROFILE_V3 && abi == ABI_AMD64);
}

static const char *name_shape(char buffer[MAX_ID], const char *name, const struct encoding *encoding)
{
    return shape_of_encoding(buffer, "rowfault-", name, 1U << encoding->fre_type, encoding->word_size);
}

static const char *twin_shape(enum kind kind, const struct encoding *encoding)
{
    return name_shape(twin_buffer, kind == PLAIN ? "twin" : "mask-twin", encoding);
}

/* Two functions of three rows, at 0, 8 and 16; of the masked twin the last is a stub with rows at 0 and 8. */
static void build_twin(struct section *section, enum kind kind, const struct encoding *encoding)
{
    for (unsigned i = FIRST; i <= LAST; i++) {
        if (kind == MASKED && i == LAST) {
            add_stub(section, starts[i], BLOCK, BLOCKS);
        } else {
            add_function(section, starts[i], FUNCTION_SIZE);
            add_prologue(section, 8);
        }
        section->functions[i].fre_type = encoding->fre_type;
    }
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = encoding->word_size;
}

static struct questions whole(void)
{
    return (struct questions){.asked = BOTH, .origin = 0x12000};
}

/* And a lookup in a row of the last function. */
static struct questions whole_and_row(uint32_t start)
{
    struct questions questions = whole();
    questions.lookups[questions.lookup_count++] = start;
    return questions;
}

static void every_twin(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < ENCODINGS; i++) {
        for (enum kind kind = PLAIN; kind <= MASKED; kind++) {
            if (!has_encoding(kind == PLAIN ? EVERY : DIAGONAL, profile, abi, i))
                continue;
            struct encoding encoding = encoding_of(i);
            struct questions questions = whole();
            questions.lookups[questions.lookup_count++] = 0;
            questions.lookups[questions.lookup_count++] = 8;
            questions.lookups[questions.lookup_count++] = 16;
            build_twin(begin(emitter, profile, abi, twin_shape(kind, &encoding)), kind, &encoding);
            if (!make_bytes(emitter))
                return;
            demand_class(emitter, CLASS_VALID);
            ask(emitter, &questions);
        }
    }
}

static struct section *begin_row_fault(struct emitter *emitter, enum profile profile, enum abi abi,
                                       const char *name, enum kind kind, const struct encoding *encoding)
{
    struct section *section = begin(emitter, profile, abi, name_shape(shape_buffer, name, encoding));
    build_twin(section, kind, encoding);
    return section;
}

static const char *numbered(char buffer[MAX_ID], const char *before, uint32_t number, const char *after)
{
    struct text text;
    text_init(&text, buffer, MAX_ID);
    text_string(&text, before);
    text_unsigned(&text, number);
    text_string(&text, after);
    return text_c(&text);
}

/* --- What the model can say ----------------------------------------------------------------------------- */

/* Where and how much; what they mean is up to the function that makes the change. */
struct change {
    const char *name, *clause, *way;
    unsigned profiles, abis;
    enum kind kind;
    enum encodings encodings;
    void (*make)(struct section *section, const struct change *change);
    uint32_t function, row, amount;
    uint8_t filler;
};

static struct row *row_of(struct section *section, const struct change *change)
{
    return &section->rows[section->functions[change->function].first_row + change->row];
}

static void move_row(struct section *section, const struct change *change)
{
    row_of(section, change)->start = change->amount;
}

static void set_key(struct section *section, const struct change *change)
{
    section->functions[change->function].key_b = true;
}

static void mangle(struct section *section, const struct change *change)
{
    row_of(section, change)->mangled = true;
}

static void empty_row(struct section *section, const struct change *change)
{
    row_of(section, change)->empty = true;
}

static void drop_fp(struct section *section, const struct change *change)
{
    row_of(section, change)->fp = rule_unsaid();
}

static void gap_before(struct section *section, const struct change *change)
{
    section->functions[change->function].gap_before = change->amount;
    section->filler = change->filler;
}

static void gap_at_end(struct section *section, const struct change *change)
{
    section->gap_rows = change->amount;
    section->filler = change->filler;
}

/* A third function uses rows of another, from its row `row` on. */
static void share(struct section *section, const struct change *change)
{
    add_function(section, 0x3000, FUNCTION_SIZE);
    share_rows(section, (int)change->function, change->row, change->amount);
}

static const struct change changes[] = {
    {"key-b-first", "info.pauth-zero", "key B in the first function", E1ON, AMD | S390, PLAIN, ONE, set_key,
     FIRST, 0, 0, 0},
    {"key-b-last", "info.pauth-zero", "key B in the last function", E1ON, AMD | S390, PLAIN, ONE, set_key,
     LAST, 0, 0, 0},
    {"key-b-mask", "info.pauth-zero", "key B in a function of masks", E1ON, AMD | S390, MASKED, ONE, set_key,
     LAST, 0, 0, 0},

    {"first-row-at-1", "fre.start-first", "the first row starts at 1", ALL, ANY_ABI, PLAIN, DIAGONAL,
     move_row, LAST, 0, 1, 0},
    {"first-row-at-7", "fre.start-first", "the first row starts just before the second", ALL, BOTH_ORDERS,
     PLAIN, ONE, move_row, LAST, 0, 7, 0},
    {"first-row-of-first-at-1", "fre.start-first", "the first function's first row starts at 1", ALL,
     BOTH_ORDERS, PLAIN, ONE, move_row, FIRST, 0, 1, 0},
    {"first-mask-at-1", "fre.start-first", "the first row of a mask function starts at 1", V2ON, BOTH_ORDERS,
     MASKED, ONE, move_row, LAST, 0, 1, 0},

    {"second-row-at-0", "fre.start-order", "the second row starts where the first does", ALL, BOTH_ORDERS,
     PLAIN, DIAGONAL, move_row, LAST, 1, 0, 0},
    {"third-row-at-second", "fre.start-order", "the last row starts where the one before does", ALL,
     BOTH_ORDERS, PLAIN, DIAGONAL, move_row, LAST, 2, 8, 0},
    {"third-row-before-second", "fre.start-order", "the last row starts one byte before the one before it",
     ALL, BOTH_ORDERS, PLAIN, DIAGONAL, move_row, LAST, 2, 7, 0},
    {"third-row-at-0", "fre.start-order", "the last row starts where the first does", ALL, BOTH_ORDERS, PLAIN,
     ONE, move_row, LAST, 2, 0, 0},
    {"second-row-at-third", "fre.start-order", "the second row starts where the third does", ALL, BOTH_ORDERS,
     PLAIN, ONE, move_row, LAST, 1, 16, 0},
    {"second-row-beyond-third", "fre.start-order", "the second row starts beyond the third", ALL, BOTH_ORDERS,
     PLAIN, ONE, move_row, LAST, 1, 17, 0},
    {"row-of-first-out-of-order", "fre.start-order", "rows of the first function descend", ALL, BOTH_ORDERS,
     PLAIN, ONE, move_row, FIRST, 2, 7, 0},
    {"mask-rows-equal", "fre.start-order", "both rows of a mask function start at 0", ALL, BOTH_ORDERS,
     MASKED, ONE, move_row, LAST, 1, 0, 0},

    {"row-at-end", "fre.start-inside", "the last row starts at the end of its function", ALL, ANY_ABI, PLAIN,
     DIAGONAL, move_row, LAST, 2, FUNCTION_SIZE, 0},
    {"row-beyond-end", "fre.start-inside", "the last row starts a byte beyond the end of its function", ALL,
     BOTH_ORDERS, PLAIN, DIAGONAL, move_row, LAST, 2, FUNCTION_SIZE + 1, 0},
    {"row-at-255", "fre.start-inside", "the last row starts at the greatest one-byte start", ALL, BOTH_ORDERS,
     PLAIN, ONE, move_row, LAST, 2, 255, 0},
    {"row-at-2-to-the-31", "fre.start-inside", "the last row starts at 2^31", ALL, BOTH_ORDERS, PLAIN, WIDEST,
     move_row, LAST, 2, 0x80000000, 0},
    {"row-at-2-to-the-32-less-1", "fre.start-inside", "the last row starts at the greatest start", ALL,
     BOTH_ORDERS, PLAIN, WIDEST, move_row, LAST, 2, UINT32_MAX, 0},
    {"row-of-first-at-end", "fre.start-inside", "a row of the first function starts at its end", ALL,
     BOTH_ORDERS, PLAIN, ONE, move_row, FIRST, 2, FUNCTION_SIZE, 0},
    {"mask-at-block-end", "fre.start-inside", "a mask starts where the next block does", V2ON, BOTH_ORDERS,
     MASKED, DIAGONAL, move_row, LAST, 1, BLOCK, 0},
    {"mask-beyond-block", "fre.start-inside", "a mask starts beyond its block but inside the function", V2ON,
     BOTH_ORDERS, MASKED, ONE, move_row, LAST, 1, BLOCK + 1, 0},
    {"mask-at-last-byte", "fre.start-inside", "a mask starts at the last byte of all blocks", V2ON,
     BOTH_ORDERS, MASKED, ONE, move_row, LAST, 1, BLOCK *BLOCKS - 1, 0},
    {"mask-at-end", "fre.start-inside", "a mask starts at the end of its function", ALL, BOTH_ORDERS, MASKED,
     ONE, move_row, LAST, 1, BLOCK *BLOCKS, 0},

    {"gap-first-1", "fre.owned", "one byte of nobody before all rows", ALL, BOTH_ORDERS, PLAIN, DIAGONAL,
     gap_before, FIRST, 0, 1, 0},
    {"gap-first-4", "fre.owned", "four bytes of nobody before all rows", ALL, BOTH_ORDERS, PLAIN, ONE,
     gap_before, FIRST, 0, 4, 0xa5},
    {"gap-between-1", "fre.owned", "one byte of nobody between two functions' data", ALL, BOTH_ORDERS, PLAIN,
     DIAGONAL, gap_before, LAST, 0, 1, 0},
    {"gap-between-3", "fre.owned", "three bytes of nobody, not zero, between two functions' data", ALL,
     BOTH_ORDERS, PLAIN, ONE, gap_before, LAST, 0, 3, 0xff},
    {"gap-end-1", "fre.owned", "one byte of nobody after all rows", ALL, BOTH_ORDERS, PLAIN, DIAGONAL,
     gap_at_end, LAST, 0, 1, 0},
    {"gap-end-16", "fre.owned", "sixteen bytes of nobody, not zero, after all rows", ALL, BOTH_ORDERS, PLAIN,
     ONE, gap_at_end, LAST, 0, 16, 0xa5},

    {"shared-with-first", "fre.unshared", "two functions use all rows of the first", ALL, BOTH_ORDERS, PLAIN,
     DIAGONAL, share, FIRST, 0, 3, 0},
    {"shared-with-last", "fre.unshared", "two functions use all rows of the last", ALL, BOTH_ORDERS, PLAIN,
     ONE, share, LAST, 0, 3, 0},
    {"shared-first-row", "fre.unshared", "two functions use one row", BEFORE_V3, BOTH_ORDERS, PLAIN, DIAGONAL,
     share, FIRST, 0, 1, 0},
    {"shared-tail", "fre.unshared", "a function uses another's rows from the second on", BEFORE_V3,
     BOTH_ORDERS, PLAIN, ONE, share, FIRST, 1, 2, 0},
    {"shared-masks", "fre.unshared", "two functions use the rows of a mask function", V3, BOTH_ORDERS, MASKED,
     ONE, share, LAST, 0, 2, 0},

    {"mangled-first-row", "fre.mangled-aarch64", "a row with only a CFA is marked mangled", ALL, AMD | S390,
     PLAIN, DIAGONAL, mangle, LAST, 0, 0, 0},
    {"mangled-last-row", "fre.mangled-aarch64", "a row with slots is marked mangled", ALL, AMD | S390, PLAIN,
     DIAGONAL, mangle, LAST, 2, 0, 0},
    {"mangled-in-first", "fre.mangled-aarch64", "a row of the first function is marked mangled", ALL,
     AMD | S390, PLAIN, ONE, mangle, FIRST, 1, 0, 0},
    {"mangled-mask", "fre.mangled-aarch64", "a row of a mask function is marked mangled", ALL, AMD | S390,
     MASKED, ONE, mangle, LAST, 1, 0, 0},

    {"two-words", "aarch64.count", "two words: RA without FP", E1ON, ARMS, PLAIN, DIAGONAL, drop_fp, LAST, 2,
     0, 0},
    {"two-words-inside", "aarch64.count", "two words, in a row that is not the last", E1ON, ARMS, PLAIN, ONE,
     drop_fp, FIRST, 1, 0, 0},

    {"no-words-first-row", "fre.cfa-first", "a function's first row has no words", BEFORE_E2, ANY_ABI, PLAIN,
     DIAGONAL, empty_row, LAST, 0, 0, 0},
    {"no-words-inside", "fre.cfa-first", "a row between others has no words", BEFORE_E2, ANY_ABI, PLAIN,
     DIAGONAL, empty_row, FIRST, 1, 0, 0},
    {"no-words-last-row", "fre.cfa-first", "the last row has no words", BEFORE_E2, ANY_ABI, PLAIN, DIAGONAL,
     empty_row, LAST, 2, 0, 0},
};

static void emit_change(struct emitter *emitter, enum profile profile, enum abi abi,
                        const struct change *change, const struct encoding *encoding)
{
    struct section *section = begin_row_fault(emitter, profile, abi, change->name, change->kind, encoding);
    change->make(section, change);
    if (!make_bytes(emitter))
        return;
    differs_from(emitter, twin_shape(change->kind, encoding), change->clause, change->way);
    report_model(emitter, NULL);
    /* Before a late first row no row answers; what answers after other faults is contested, or unchanged. */
    bool late = change->make == move_row && change->function == LAST && change->row == 0;
    struct questions questions = late ? whole_and_row(0) : whole();
    ask(emitter, &questions);
}

static void every_change(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        const struct change *change = &changes[i];
        if (!applies(change->profiles, change->abis, profile, abi))
            continue;
        for (unsigned k = 0; k < ENCODINGS && !emitter->stopped; k++) {
            struct encoding encoding = encoding_of(k);
            if (has_encoding(change->encodings, profile, abi, k))
                emit_change(emitter, profile, abi, change, &encoding);
        }
    }
}

/* The clause that a row of so many words breaks. */
static const char *surplus_clause(enum profile profile, enum abi abi, unsigned count)
{
    if (profile <= PROFILE_V2)
        return count > 3 ? "fre.count-3" : "fre.words-surplus";
    if (abi == ABI_AMD64)
        return "fre.words-surplus";
    return abi == ABI_S390X ? "s390x.count" : "aarch64.count";
}

/* Every number of words above those that the ABI gives a meaning, in a row between others. */
static void every_surplus(struct emitter *emitter, enum profile profile, enum abi abi)
{
    unsigned least = abi == ABI_AMD64 ? 3 : 4;
    for (unsigned count = least; count <= MAX_WORDS && applies(ALL, EACH_KIND, profile, abi); count++) {
        for (unsigned k = 0; k < ENCODINGS && !emitter->stopped; k++) {
            char name[MAX_ID], way[MAX_ID];
            struct encoding encoding = encoding_of(k);
            if (!has_encoding(count == least || count == MAX_WORDS ? DIAGONAL : ONE, profile, abi, k))
                continue;
            struct section *section =
                begin_row_fault(emitter, profile, abi, numbered(name, "words-", count, ""), PLAIN, &encoding);
            section->rows[section->functions[LAST].first_row + 1].extra_count =
                (uint8_t)(count - (least - 1));
            if (!make_bytes(emitter))
                return;
            struct questions questions = whole();
            differs_from(emitter, twin_shape(PLAIN, &encoding), surplus_clause(profile, abi, count),
                         numbered(way, "a row has ", count, " words"));
            report_model(emitter, NULL);
            ask(emitter, &questions);
        }
    }
}

/* --- Lies in one field ---------------------------------------------------------------------------------- */

enum where { AT_FIELD, AT_ROWS_END };

struct lie {
    const char *name, *clause, *way;
    unsigned profiles, abis;
    enum encodings encodings;
    enum severity severity;
    enum field_name field;
    int function, row, word;
    uint64_t set, clear;
    enum where where; /* what the report points at */
    unsigned asked;   /* of the whole */
    int lookup;       /* the row that a lookup asks for; -1: none, as the answer is the same or contested */
};

enum { WORD_COUNT = 0x1e };
static const uint64_t ALL_BITS = UINT64_MAX;

static const struct lie lies[] = {
    {"info-bit-6-first", "info.unused", "bit 6, first function", BEFORE_V3, BOTH_ORDERS, ONE, IRR, FIELD_INFO,
     FIRST, -1, -1, 0x40, 0, AT_FIELD, BOTH, -1},
    {"info-bit-6-last", "info.unused", "bit 6, last function", BEFORE_V3, ANY_ABI, DIAGONAL, IRR, FIELD_INFO,
     LAST, -1, -1, 0x40, 0, AT_FIELD, BOTH, -1},
    {"info-bit-7-first", "info.unused", "bit 7, first function", BEFORE_V3, BOTH_ORDERS, ONE, IRR, FIELD_INFO,
     FIRST, -1, -1, 0x80, 0, AT_FIELD, BOTH, -1},
    {"info-bit-7-last", "info.unused", "bit 7, last function", BEFORE_V3, BOTH_ORDERS, DIAGONAL, IRR,
     FIELD_INFO, LAST, -1, -1, 0x80, 0, AT_FIELD, BOTH, -1},
    {"info-bits-6-7", "info.unused", "bits 6 and 7", BEFORE_V3, BOTH_ORDERS, ONE, IRR, FIELD_INFO, LAST, -1,
     -1, 0xc0, 0, AT_FIELD, BOTH, -1},
    {"info-v3-bit-6-first", "info.unused-v3", "bit 6, first function", V3, BOTH_ORDERS, ONE, IRR, FIELD_INFO,
     FIRST, -1, -1, 0x40, 0, AT_FIELD, BOTH, -1},
    {"info-v3-bit-6-last", "info.unused-v3", "bit 6, last function", V3, BOTH_ORDERS, DIAGONAL, IRR,
     FIELD_INFO, LAST, -1, -1, 0x40, 0, AT_FIELD, BOTH, -1},
    {"info2-bit-5", "info2.unused", "bit 5", V3, ANY_ABI, DIAGONAL, IRR, FIELD_INFO2, LAST, -1, -1, 0x20, 0,
     AT_FIELD, BOTH, -1},
    {"info2-bit-6", "info2.unused", "bit 6", V3, BOTH_ORDERS, DIAGONAL, IRR, FIELD_INFO2, LAST, -1, -1, 0x40,
     0, AT_FIELD, BOTH, -1},
    {"info2-bit-7", "info2.unused", "bit 7", V3, BOTH_ORDERS, DIAGONAL, IRR, FIELD_INFO2, LAST, -1, -1, 0x80,
     0, AT_FIELD, BOTH, -1},
    {"info2-bits-5-6-7", "info2.unused", "bits 5 to 7, first function", V3, BOTH_ORDERS, ONE, IRR,
     FIELD_INFO2, FIRST, -1, -1, 0xe0, 0, AT_FIELD, BOTH, -1},

    /* In the last row, where eight bytes a word, the other reading of size 3, do not fit either. */
    {"word-size-3", "fre.size-known", "word size 3 in the last row", ALL, ANY_ABI, EVERY, MAL, FIELD_ROW_INFO,
     LAST, 2, -1, 0x60, 0, AT_FIELD, BOTH, 2},
    /* Here they fit: two words of four bytes. */
    {"word-size-3-fits", "fre.size-known", "word size 3 and one word where eight bytes are", V1 | V3, AMD,
     WIDEST, MAL, FIELD_ROW_INFO, LAST, 2, -1, 0x60 | 1 << 1, WORD_COUNT, AT_FIELD, BOTH, 2},

    {"fre-type-3-first", "info.fre-type-known", "row type 3 in the first function", ALL, BOTH_ORDERS, EVERY,
     MAL, FIELD_INFO, FIRST, -1, -1, 3, 0xf, AT_FIELD, BOTH, -1},
    {"fre-type-15-first", "info.fre-type-known", "row type 15 in the first function", ALL, BOTH_ORDERS, ONE,
     MAL, FIELD_INFO, FIRST, -1, -1, 15, 0xf, AT_FIELD, BOTH, -1},
    {"fde-type-2-first", "info2.fde-type-known", "function type 2 in the first function", V3, BOTH_ORDERS,
     DIAGONAL, MAL, FIELD_INFO2, FIRST, -1, -1, 2, 0x1f, AT_FIELD, BOTH, -1},
    {"fde-type-31-first", "info2.fde-type-known", "function type 31 in the first function", V3, BOTH_ORDERS,
     ONE, MAL, FIELD_INFO2, FIRST, -1, -1, 31, 0x1f, AT_FIELD, BOTH, -1},

    {"rows-4", "fre.inside", "one row too many", ALL, ANY_ABI, EVERY, MAL, FIELD_FUNC_NUM_FRES, LAST, -1, -1,
     4, ALL_BITS, AT_ROWS_END, BOTH, 2},
    {"rows-255", "fre.inside", "255 rows instead of 3", ALL, BOTH_ORDERS, ONE, MAL, FIELD_FUNC_NUM_FRES, LAST,
     -1, -1, 255, ALL_BITS, AT_ROWS_END, BOTH, 2},
    {"rows-65535", "fre.inside", "65535 rows instead of 3", ALL, BOTH_ORDERS, ONE, MAL, FIELD_FUNC_NUM_FRES,
     LAST, -1, -1, UINT16_MAX, ALL_BITS, AT_ROWS_END, BOTH, 2},
    {"rows-65539", "fre.inside", "65539 rows instead of 3: a count of 32 bits, not 16", BEFORE_V3,
     BOTH_ORDERS, ONE, MAL, FIELD_FUNC_NUM_FRES, LAST, -1, -1, 0x10003, ALL_BITS, AT_ROWS_END, BOTH, 2},
    {"rows-2-to-the-31", "fre.inside", "a count of rows with only its top bit set", BEFORE_V3, BOTH_ORDERS,
     ONE, MAL, FIELD_FUNC_NUM_FRES, LAST, -1, -1, 0x80000000, ALL_BITS, AT_ROWS_END, BOTH, 2},
    {"rows-2-to-the-32-less-1", "fre.inside", "the greatest count of rows", BEFORE_V3, BOTH_ORDERS, ONE, MAL,
     FIELD_FUNC_NUM_FRES, LAST, -1, -1, UINT32_MAX, ALL_BITS, AT_ROWS_END, BOTH, 2},
    {"word-count-3-of-2", "fre.inside", "the last row counts one word too many", ALL, AMD, EVERY, MAL,
     FIELD_ROW_INFO, LAST, 2, -1, 3 << 1, WORD_COUNT, AT_ROWS_END, BOTH, 2},
    {"word-count-4-of-3", "fre.inside", "the last row counts one word too many", ALL, TRACKED, EVERY, MAL,
     FIELD_ROW_INFO, LAST, 2, -1, 4 << 1, WORD_COUNT, AT_ROWS_END, BOTH, 2},
    {"word-count-15", "fre.inside", "the last row counts fifteen words", ALL, BOTH_ORDERS, EVERY, MAL,
     FIELD_ROW_INFO, LAST, 2, -1, WORD_COUNT, 0, AT_ROWS_END, BOTH, 2},

    /* What such a word says is contested, so only a check is asked. */
    {"ra-register-minus-1", "s390x.register-positive", "an RA word of -1", ERRATA, S390, DIAGONAL, IRR,
     FIELD_WORD, LAST, 2, 1, ALL_BITS, 0, AT_FIELD, CHECK, -1},
    {"fp-register-minus-1", "s390x.register-positive", "an FP word of -1", ERRATA, S390, DIAGONAL, IRR,
     FIELD_WORD, LAST, 2, 2, ALL_BITS, 0, AT_FIELD, CHECK, -1},
    {"ra-register-minus-127", "s390x.register-positive", "an odd RA word of -127", ERRATA, S390, ONE, IRR,
     FIELD_WORD, LAST, 2, 1, 0x81, ALL_BITS, AT_FIELD, CHECK, -1},
    {"fp-register-minus-127", "s390x.register-positive", "an odd FP word of -127", ERRATA, S390, ONE, IRR,
     FIELD_WORD, LAST, 1, 2, 0x81, ALL_BITS, AT_FIELD, CHECK, -1},
};

static void tell_lie(struct emitter *emitter, enum profile profile, enum abi abi, const struct lie *lie,
                     const struct encoding *encoding)
{
    begin_row_fault(emitter, profile, abi, lie->name, PLAIN, encoding);
    if (!make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    const struct field *field = find_field(encoded, lie->field, lie->function, lie->row, lie->word);
    lie_bits(encoded, field, lie->set, lie->clear);
    differs_from(emitter, twin_shape(PLAIN, encoding), lie->clause, lie->way);
    report(emitter, NULL, lie->where == AT_FIELD ? field->offset : encoded->rows_end, lie->severity);
    struct questions questions = lie->lookup < 0 ? whole() : whole_and_row(8 * (uint32_t)lie->lookup);
    questions.asked = lie->asked;
    ask(emitter, &questions);
}

static void tell_encodings(struct emitter *emitter, enum profile profile, enum abi abi, const struct lie *lie)
{
    for (unsigned k = 0; k < ENCODINGS && !emitter->stopped; k++) {
        struct encoding encoding = encoding_of(k);
        if (has_encoding(lie->encodings, profile, abi, k))
            tell_lie(emitter, profile, abi, lie, &encoding);
    }
}

static void every_lie(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        if (applies(lies[i].profiles, lies[i].abis, profile, abi))
            tell_encodings(emitter, profile, abi, &lies[i]);
}

/* Each value of a field of bits that stands for no type. */
static void every_unknown(struct emitter *emitter, enum profile profile, enum abi abi, struct lie lie,
                          const char *name, uint32_t least)
{
    for (uint32_t type = least; type <= lie.clear && !emitter->stopped; type++) {
        char name_buffer[MAX_ID], way_buffer[MAX_ID];
        lie.name = numbered(name_buffer, name, type, "");
        lie.way = numbered(way_buffer, "type ", type, "");
        lie.set = type;
        tell_encodings(emitter, profile, abi, &lie);
    }
}

static void every_unknown_type(struct emitter *emitter, enum profile profile, enum abi abi)
{
    if (!applies(ALL, BOTH_ORDERS, profile, abi))
        return;
    static const struct lie fre = {.clause = "info.fre-type-known",
                                   .severity = MAL,
                                   .field = FIELD_INFO,
                                   .function = LAST,
                                   .row = -1,
                                   .word = -1,
                                   .clear = 0xf,
                                   .asked = BOTH};
    every_unknown(emitter, profile, abi, fre, "fre-type-", FRE_ADDR4 + 1);
    if (profile != PROFILE_V3)
        return;
    struct lie fde = fre;
    fde.clause = "info2.fde-type-known";
    fde.field = FIELD_INFO2;
    fde.clear = 0x1f;
    every_unknown(emitter, profile, abi, fde, "fde-type-", FDE_FLEX + 1);
}

/* --- Rows that run out ---------------------------------------------------------------------------------- */

/* `offset` is where the first field stands that is not whole, `start` the row that a lookup asks for. */
static void ask_run_out(struct emitter *emitter, const struct encoding *encoding, uint32_t offset,
                        uint32_t start, const char *way)
{
    struct questions questions = whole_and_row(start);
    differs_from(emitter, twin_shape(PLAIN, encoding), "fre.inside", way);
    report(emitter, NULL, offset, MAL);
    ask(emitter, &questions);
}

/* Every cut of the last row, down to nothing; the length of the rows is mended. */
static void every_cut(struct emitter *emitter, enum profile profile, enum abi abi,
                      const struct encoding *encoding)
{
    uint32_t row_size = 1; /* until the first is encoded */
    for (uint32_t bytes = 1; bytes <= row_size && !emitter->stopped; bytes++) {
        char name[MAX_ID], way[MAX_ID];
        struct encoded *encoded = &emitter->encoded;
        struct section *section =
            begin_row_fault(emitter, profile, abi, numbered(name, "cut-", bytes, ""), PLAIN, encoding);
        if (!make_bytes(emitter))
            return;
        row_size = encoded->rows_end - encoded->row_at[section->row_count - 1];
        cut_rows(encoded, bytes);
        ask_run_out(emitter, encoding, first_cut(encoded, encoded->length), 16,
                    numbered(way, "bytes missing at the end of the last row: ", bytes, ""));
    }
}

/* The bytes are there, but the length of the rows does not count the last one. */
static void short_length(struct emitter *emitter, enum profile profile, enum abi abi,
                         const struct encoding *encoding)
{
    begin_row_fault(emitter, profile, abi, "length-short", PLAIN, encoding);
    if (!make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    const struct field *length = header_field(encoded, FIELD_FRE_LEN);
    uint32_t end = encoded->rows_end - 1;
    lie_field(encoded, length, raw_value(encoded, length) - 1);
    also_breaks(emitter, "tile.cover", end, IRR);
    ask_run_out(emitter, encoding, first_cut(encoded, end), 16,
                "the row sub-section ends a byte before its last row does");
}

/* The last row says that its words are wider than they are. */
static void wider_words(struct emitter *emitter, enum profile profile, enum abi abi,
                        const struct encoding *encoding)
{
    for (unsigned size = 2U * encoding->word_size; size <= 4 && !emitter->stopped; size *= 2) {
        char name[MAX_ID], way[MAX_ID];
        struct encoded *encoded = &emitter->encoded;
        begin_row_fault(emitter, profile, abi, numbered(name, "wider-", size, ""), PLAIN, encoding);
        if (!make_bytes(emitter))
            return;
        const struct field *info = find_field(encoded, FIELD_ROW_INFO, LAST, 2, -1);
        uint32_t room = encoded->rows_end - (info->offset + 1);
        lie_bits(encoded, info, size == 2 ? 0x20 : 0x40, 0x60);
        ask_run_out(emitter, encoding, encoded->rows_end - room % size, 16,
                    numbered(way, "the last row's words are said to have ", size, " bytes"));
    }
}

/* The last function's rows are said to begin at the last byte of all. */
static void offset_at_last_byte(struct emitter *emitter, enum profile profile, enum abi abi,
                                const struct encoding *encoding)
{
    if (profile == PROFILE_V3)
        return; /* there the attribute is cut first */
    begin_row_fault(emitter, profile, abi, "offset-at-last-byte", PLAIN, encoding);
    if (!make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    uint32_t last = encoded->rows_end - 1;
    lie_field(encoded, find_field(encoded, FIELD_FRE_OFF, LAST, -1, -1), last - encoded->rows_begin);
    bool has_start = encoding->fre_type == FRE_ADDR1; /* then the info byte is the first to be missing */
    ask_run_out(emitter, encoding, has_start ? last + 1 : last, 0,
                "a function's rows begin at the last byte of all rows");
}

/* --- Rows miscounted where they do not run out ---------------------------------------------------------- */

/* A function that counts fewer rows leaves the bytes of the last ones to nobody. */
static void count_fewer(struct emitter *emitter, enum profile profile, enum abi abi, uint32_t number,
                        uint32_t fewer)
{
    char name[MAX_ID], way[MAX_ID];
    struct encoding encoding = encoding_of(0);
    numbered(name, number == FIRST ? "first-counts-" : "last-counts-", 3 - fewer, "-of-3");
    struct section *section = begin_row_fault(emitter, profile, abi, name, PLAIN, &encoding);
    if (!make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    struct function *function = &section->functions[number];
    lie_field(encoded, find_field(encoded, FIELD_FUNC_NUM_FRES, (int)number, -1, -1), 3 - fewer);
    function->row_count -= fewer;
    differs_from(emitter, twin_shape(PLAIN, &encoding), "fre.owned",
                 numbered(way, "of its 3 rows a function counts ", 3 - fewer, ""));
    report(emitter, NULL, encoded->row_at[function->first_row + function->row_count], IRR);
    also_breaks(emitter, "header.fre-total", header_field(encoded, FIELD_NUM_FRES)->offset, IRR);
    struct questions questions = number == LAST ? whole_and_row(16) : whole();
    ask(emitter, &questions);
}

/* A function that counts more rows goes on with those of the next; the first of them starts at 0 again. */
static void count_more(struct emitter *emitter, enum profile profile, enum abi abi, uint32_t more)
{
    if (profile == PROFILE_V3)
        return; /* there the next attribute would be read as rows */
    char name[MAX_ID], way[MAX_ID];
    struct encoding encoding = encoding_of(0);
    numbered(name, "first-counts-", 3 + more, "-of-3");
    struct section *section = begin_row_fault(emitter, profile, abi, name, PLAIN, &encoding);
    if (!make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    uint32_t next = encoded->row_at[section->functions[LAST].first_row];
    lie_field(encoded, find_field(encoded, FIELD_FUNC_NUM_FRES, FIRST, -1, -1), 3 + more);
    section->functions[FIRST].row_count += more;
    differs_from(emitter, twin_shape(PLAIN, &encoding), "fre.unshared",
                 numbered(way, "rows of the next function counted as its own: ", more, ""));
    report(emitter, NULL, next, IRR);
    also_breaks(emitter, "fre.start-order", next, IRR);
    struct questions questions = whole();
    ask(emitter, &questions);
}

static void every_run_out(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned k = 0; k < ENCODINGS && applies(ALL, EACH_KIND, profile, abi); k++) {
        struct encoding encoding = encoding_of(k);
        if (!has_encoding(EVERY, profile, abi, k))
            continue;
        every_cut(emitter, profile, abi, &encoding);
        short_length(emitter, profile, abi, &encoding);
        wider_words(emitter, profile, abi, &encoding);
        offset_at_last_byte(emitter, profile, abi, &encoding);
    }
}

static void every_miscount(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t rows = 1; rows <= 2; rows++) {
        count_fewer(emitter, profile, abi, FIRST, rows);
        count_fewer(emitter, profile, abi, LAST, rows);
        count_more(emitter, profile, abi, rows);
    }
}

static void make_all(struct emitter *emitter, enum profile profile, enum abi abi)
{
    every_twin(emitter, profile, abi);
    every_change(emitter, profile, abi);
    every_surplus(emitter, profile, abi);
    every_lie(emitter, profile, abi);
    every_unknown_type(emitter, profile, abi);
    every_run_out(emitter, profile, abi);
    every_miscount(emitter, profile, abi);
}

void family_faults_rows(struct emitter *emitter)
{
    for_wanted(emitter, make_all);
}
