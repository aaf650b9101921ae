/* Faults in info bytes and rows that only the bytes can have: lies in one field, rows that run out or are
 * miscounted; a part of faults_rows. */
#include "faults_rows.h"

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

static void lie_once(struct emitter *emitter, const struct lie *lie, const struct encoding *encoding)
{
    gen_begin_row_fault(emitter, lie->name, PLAIN, encoding);
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    const struct field *field = gen_find_field(encoded, lie->field, lie->function, lie->row, lie->word);
    gen_lie_bits(encoded, field, lie->set, lie->clear);
    gen_differs_from(emitter, gen_row_twin_shape(PLAIN, encoding), lie->clause, lie->way);
    gen_report(emitter, NULL, lie->where == AT_FIELD ? field->offset : encoded->rows_end, lie->severity);
    struct questions questions =
        lie->lookup < 0 ? gen_questions_of_whole() : gen_questions_of_row(8 * (uint32_t)lie->lookup);
    questions.asked = lie->asked;
    gen_ask(emitter, &questions);
}

static void lie_in_encodings(struct emitter *emitter, const struct lie *lie)
{
    for (unsigned k = 0; k < ENCODINGS && !emitter->stopped; k++) {
        struct encoding encoding = gen_encoding_of(k);
        if (gen_has_encoding(lie->encodings, emitter->profile, emitter->abi, k))
            lie_once(emitter, lie, &encoding);
    }
}

static void every_lie(struct emitter *emitter)
{
    for (size_t i = 0; i < COUNT(lies); i++)
        if (applies(lies[i].profiles, lies[i].abis, emitter->profile, emitter->abi))
            lie_in_encodings(emitter, &lies[i]);
}

/* Each value of a field of bits that stands for no type. */
static void every_unknown(struct emitter *emitter, struct lie lie, const char *name, uint32_t least)
{
    for (uint32_t type = least; type <= lie.clear && !emitter->stopped; type++) {
        char name_buffer[MAX_ID], way_buffer[MAX_ID];
        lie.name = gen_numbered_name(name_buffer, name, type, "");
        lie.way = gen_numbered_name(way_buffer, "type ", type, "");
        lie.set = type;
        lie_in_encodings(emitter, &lie);
    }
}

static void every_unknown_type(struct emitter *emitter)
{
    if (!applies(ALL, BOTH_ORDERS, emitter->profile, emitter->abi))
        return;
    static const struct lie fre = {.clause = "info.fre-type-known",
                                   .severity = MAL,
                                   .field = FIELD_INFO,
                                   .function = LAST,
                                   .row = -1,
                                   .word = -1,
                                   .clear = 0xf,
                                   .asked = BOTH};
    every_unknown(emitter, fre, "fre-type-", FRE_ADDR4 + 1);
    if (!gen_profile_facts[emitter->profile].has_flexible)
        return;
    struct lie fde = fre;
    fde.clause = "info2.fde-type-known";
    fde.field = FIELD_INFO2;
    fde.clear = 0x1f;
    every_unknown(emitter, fde, "fde-type-", FDE_FLEX + 1);
}

/* --- Rows that run out ---------------------------------------------------------------------------------- */

/* `offset` is where the first field stands that is not whole, `start` the row that a lookup asks for. */
static void ask_run_out_of(struct emitter *emitter, enum kind kind, const struct encoding *encoding,
                           uint32_t offset, uint32_t start, const char *way)
{
    const bool by_bits = kind == MASKED && gen_profile_facts[emitter->section.profile].masks_are_bits;
    struct questions questions =
        by_bits ? gen_questions_of_whole() : gen_questions_of_row(start); /* what bits match is contested */
    gen_differs_from(emitter, gen_row_twin_shape(kind, encoding), "fre.inside", way);
    gen_report(emitter, NULL, offset, MAL);
    gen_ask(emitter, &questions);
}

static void ask_run_out(struct emitter *emitter, const struct encoding *encoding, uint32_t offset,
                        uint32_t start, const char *way)
{
    ask_run_out_of(emitter, PLAIN, encoding, offset, start, way);
}

/* Every cut of the last row, down to nothing; the length of the rows is mended. */
static void every_cut(struct emitter *emitter, enum kind kind, const struct encoding *encoding)
{
    uint32_t row_size = 1; /* until the first is encoded */
    for (uint32_t bytes = 1; bytes <= row_size && !emitter->stopped; bytes++) {
        char name[MAX_ID], way[MAX_ID];
        struct encoded *encoded = &emitter->encoded;
        struct section *section = gen_begin_row_fault(
            emitter, gen_numbered_name(name, kind == PLAIN ? "cut-" : "mask-cut-", bytes, ""), kind,
            encoding);
        if (!gen_make_bytes(emitter))
            return;
        row_size = encoded->rows_end - encoded->row_at[section->row_count - 1];
        gen_cut_rows(encoded, bytes);
        ask_run_out_of(emitter, kind, encoding, gen_first_cut(encoded, encoded->length),
                       kind == PLAIN ? 16 : 8,
                       gen_numbered_name(way, "bytes missing at the end of the last row: ", bytes, ""));
    }
}

/* The bytes are there, but the length of the rows does not count the last one. */
static void short_length(struct emitter *emitter, const struct encoding *encoding)
{
    gen_begin_row_fault(emitter, "length-short", PLAIN, encoding);
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    const struct field *length = gen_header_field(encoded, FIELD_FRE_LEN);
    uint32_t end = encoded->rows_end - 1;
    gen_lie_field(encoded, length, gen_raw_value(encoded, length) - 1);
    gen_also_breaks(emitter, "tile.cover", end, IRR);
    ask_run_out(emitter, encoding, gen_first_cut(encoded, end), 16,
                "the row sub-section ends a byte before its last row does");
}

/* The last row says that its words are wider than they are. */
static void wider_words(struct emitter *emitter, const struct encoding *encoding)
{
    for (unsigned size = 2U * encoding->word_size; size <= 4 && !emitter->stopped; size *= 2) {
        char name[MAX_ID], way[MAX_ID];
        struct encoded *encoded = &emitter->encoded;
        gen_begin_row_fault(emitter, gen_numbered_name(name, "wider-", size, ""), PLAIN, encoding);
        if (!gen_make_bytes(emitter))
            return;
        const struct field *info = gen_find_field(encoded, FIELD_ROW_INFO, LAST, 2, -1);
        uint32_t room = encoded->rows_end - (info->offset + 1);
        gen_lie_bits(encoded, info, size == 2 ? 0x20 : 0x40, 0x60);
        ask_run_out(emitter, encoding, encoded->rows_end - room % size, 16,
                    gen_numbered_name(way, "the last row's words are said to have ", size, " bytes"));
    }
}

/* The last function's rows are said to begin at the last byte of all. */
static void offset_at_last_byte(struct emitter *emitter, const struct encoding *encoding)
{
    if (gen_profile_facts[emitter->profile].has_attribute)
        return; /* there the attribute is cut first */
    gen_begin_row_fault(emitter, "offset-at-last-byte", PLAIN, encoding);
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    uint32_t last = encoded->rows_end - 1;
    gen_lie_field(encoded, gen_find_field(encoded, FIELD_FRE_OFF, LAST, -1, -1), last - encoded->rows_begin);
    bool has_start = encoding->fre_type == FRE_ADDR1; /* then the info byte is the first to be missing */
    ask_run_out(emitter, encoding, has_start ? last + 1 : last, 0,
                "a function's rows begin at the last byte of all rows");
}

/* --- Rows miscounted where they do not run out ---------------------------------------------------------- */

/* A function that counts fewer rows leaves the bytes of the last ones to nobody. */
static void count_fewer(struct emitter *emitter, uint32_t number, uint32_t fewer)
{
    char name[MAX_ID], way[MAX_ID];
    struct encoding encoding = gen_encoding_of(0);
    gen_numbered_name(name, number == FIRST ? "first-counts-" : "last-counts-", 3 - fewer, "-of-3");
    struct section *section = gen_begin_row_fault(emitter, name, PLAIN, &encoding);
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    struct function *function = &section->functions[number];
    gen_lie_field(encoded, gen_find_field(encoded, FIELD_FUNC_NUM_FRES, (int)number, -1, -1), 3 - fewer);
    function->row_count -= fewer;
    gen_differs_from(emitter, gen_row_twin_shape(PLAIN, &encoding), "fre.owned",
                     gen_numbered_name(way, "of its 3 rows a function counts ", 3 - fewer, ""));
    gen_report(emitter, NULL, encoded->row_at[function->first_row + function->row_count], IRR);
    gen_also_breaks(emitter, "header.fre-total", gen_header_field(encoded, FIELD_NUM_FRES)->offset, IRR);
    struct questions questions = number == LAST ? gen_questions_of_row(16) : gen_questions_of_whole();
    gen_ask(emitter, &questions);
}

/* A function that counts more rows goes on with those of the next; the first of them starts at 0 again. */
static void count_more(struct emitter *emitter, uint32_t more)
{
    if (gen_profile_facts[emitter->profile].has_attribute)
        return; /* there the next attribute would be read as rows */
    char name[MAX_ID], way[MAX_ID];
    struct encoding encoding = gen_encoding_of(0);
    gen_numbered_name(name, "first-counts-", 3 + more, "-of-3");
    struct section *section = gen_begin_row_fault(emitter, name, PLAIN, &encoding);
    if (!gen_make_bytes(emitter))
        return;
    struct encoded *encoded = &emitter->encoded;
    uint32_t next = encoded->row_at[section->functions[LAST].first_row];
    gen_lie_field(encoded, gen_find_field(encoded, FIELD_FUNC_NUM_FRES, FIRST, -1, -1), 3 + more);
    section->functions[FIRST].row_count += more;
    gen_differs_from(emitter, gen_row_twin_shape(PLAIN, &encoding), "fre.unshared",
                     gen_numbered_name(way, "rows of the next function counted as its own: ", more, ""));
    gen_report(emitter, NULL, next, IRR);
    gen_also_breaks(emitter, "fre.start-order", next, IRR);
    struct questions questions = gen_questions_of_whole();
    gen_ask(emitter, &questions);
}

static void every_run_out(struct emitter *emitter)
{
    for (unsigned k = 0; k < ENCODINGS && applies(ALL, EACH_KIND, emitter->profile, emitter->abi); k++) {
        struct encoding encoding = gen_encoding_of(k);
        if (!gen_has_encoding(EVERY, emitter->profile, emitter->abi, k))
            continue;
        every_cut(emitter, PLAIN, &encoding);
        if (gen_has_encoding(DIAGONAL, emitter->profile, emitter->abi, k))
            every_cut(emitter, MASKED, &encoding);
        short_length(emitter, &encoding);
        wider_words(emitter, &encoding);
        offset_at_last_byte(emitter, &encoding);
    }
}

static void every_miscount(struct emitter *emitter)
{
    for (uint32_t rows = 1; rows <= 2; rows++) {
        count_fewer(emitter, FIRST, rows);
        count_fewer(emitter, LAST, rows);
        count_more(emitter, rows);
    }
}

void gen_every_row_lie(struct emitter *emitter)
{
    every_lie(emitter);
    every_unknown_type(emitter);
    every_run_out(emitter);
    every_miscount(emitter);
}
