/* One statement about info bytes and rows broken by the bytes, beside the valid twin: by the model where it
 * can say it, else by a lie in one field or by a cut (faults_row_bytes.c).  What readers break is in
 * faults_readers.c, what is flexible in faults_flex.c. */
#include "faults_rows.h"

#include "../families.h"

/* --- Twins ---------------------------------------------------------------------------------------------- */

static const int64_t starts[] = {[FIRST] = 0x1000, [LAST] = 0x2000};

static char shape_buffer[MAX_ID], twin_buffer[MAX_ID];

struct encoding gen_encoding_of(unsigned number)
{
    return (struct encoding){(enum fre_type)(number / 3), (uint8_t)(1U << number % 3)};
}

bool gen_has_encoding(enum encodings encodings, enum profile profile, enum abi abi, unsigned number)
{
    bool diagonal = number % 4 == 0;
    if (encodings == WIDEST && number + 1 != ENCODINGS)
        return false;
    if (number == 0)
        return true;
    if (!is_in(V1 | V3, profile))
        return false;
    return (encodings >= DIAGONAL && diagonal) || (encodings == EVERY && applies(V3, AMD, profile, abi));
}

static const char *name_shape(char buffer[MAX_ID], const char *name, const struct encoding *encoding)
{
    return gen_shape_of_encoding(buffer, "rowfault-", name, 1U << encoding->fre_type, encoding->word_size);
}

const char *gen_row_twin_shape(enum kind kind, const struct encoding *encoding)
{
    return name_shape(twin_buffer, kind == PLAIN ? "twin" : "mask-twin", encoding);
}

/* Two functions of three rows, at 0, 8 and 16; of the masked twin the last is a stub with rows at 0 and 8. */
static void build_twin(struct section *section, enum kind kind, const struct encoding *encoding)
{
    for (unsigned i = FIRST; i <= LAST; i++) {
        if (kind == MASKED && i == LAST) {
            gen_add_stub(section, starts[i], BLOCK, BLOCKS);
        } else {
            gen_add_function(section, starts[i], FUNCTION_SIZE);
            gen_add_prologue(section, 8);
        }
        section->functions[i].fre_type = encoding->fre_type;
    }
    for (uint32_t i = 0; i < section->row_count; i++)
        section->rows[i].word_size = encoding->word_size;
}

struct questions gen_questions_of_whole(void)
{
    return (struct questions){.asked = BOTH, .origin = 0x12000};
}

/* And a lookup in a row of the last function. */
struct questions gen_questions_of_row(uint32_t start)
{
    struct questions questions = gen_questions_of_whole();
    questions.lookups[questions.lookup_count++] = start;
    return questions;
}

static void every_twin(struct emitter *emitter)
{
    for (unsigned i = 0; i < ENCODINGS; i++) {
        for (enum kind kind = PLAIN; kind <= MASKED; kind++) {
            if (!gen_has_encoding(kind == PLAIN ? EVERY : DIAGONAL, emitter->profile, emitter->abi, i))
                continue;
            struct encoding encoding = gen_encoding_of(i);
            struct questions questions = gen_questions_of_whole();
            questions.lookups[questions.lookup_count++] = 0;
            questions.lookups[questions.lookup_count++] = 8;
            questions.lookups[questions.lookup_count++] = 16;
            build_twin(gen_start(emitter, gen_row_twin_shape(kind, &encoding)), kind, &encoding);
            if (!gen_make_bytes(emitter))
                return;
            gen_demand_class(emitter, CLASS_VALID);
            gen_ask(emitter, &questions);
        }
    }
}

struct section *gen_begin_row_fault(struct emitter *emitter, const char *name, enum kind kind,
                                    const struct encoding *encoding)
{
    struct section *section = gen_start(emitter, name_shape(shape_buffer, name, encoding));
    build_twin(section, kind, encoding);
    return section;
}

const char *gen_numbered_name(char buffer[MAX_ID], const char *before, uint32_t number, const char *after)
{
    return gen_print(buffer, MAX_ID, "%s%u%s", before, number, after);
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
    row_of(section, change)->fp = gen_rule_unsaid();
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
    gen_add_function(section, 0x3000, FUNCTION_SIZE);
    gen_share_rows(section, (int)change->function, change->row, change->amount);
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

static void emit_change(struct emitter *emitter, const struct change *change, const struct encoding *encoding)
{
    struct section *section = gen_begin_row_fault(emitter, change->name, change->kind, encoding);
    change->make(section, change);
    if (!gen_make_bytes(emitter))
        return;
    gen_differs_from(emitter, gen_row_twin_shape(change->kind, encoding), change->clause, change->way);
    gen_report_model(emitter, NULL);
    /* Before a late first row no row answers; what answers after other faults is contested, or unchanged. */
    bool late = change->make == move_row && change->function == LAST && change->row == 0;
    struct questions questions = late ? gen_questions_of_row(0) : gen_questions_of_whole();
    gen_ask(emitter, &questions);
}

static void every_change(struct emitter *emitter)
{
    for (size_t i = 0; i < COUNT(changes); i++) {
        const struct change *change = &changes[i];
        if (!applies(change->profiles, change->abis, emitter->profile, emitter->abi))
            continue;
        for (unsigned k = 0; k < ENCODINGS && !emitter->stopped; k++) {
            struct encoding encoding = gen_encoding_of(k);
            if (gen_has_encoding(change->encodings, emitter->profile, emitter->abi, k))
                emit_change(emitter, change, &encoding);
        }
    }
}

/* The clause that a row of so many words breaks. */
static const char *surplus_clause(enum profile profile, enum abi abi, unsigned count)
{
    if (gen_profile_facts[profile].three_words_at_most)
        return count > 3 ? "fre.count-3" : "fre.words-surplus";
    return gen_abi_facts[abi].word_counts_clause;
}

/* Every number of words above those that the ABI gives a meaning, in a row between others. */
static void every_surplus(struct emitter *emitter)
{
    unsigned least = gen_abi_facts[emitter->abi].tracks_ra ? 4 : 3;
    for (unsigned count = least;
         count <= MAX_WORDS && applies(ALL, EACH_KIND, emitter->profile, emitter->abi); count++) {
        for (unsigned k = 0; k < ENCODINGS && !emitter->stopped; k++) {
            char name[MAX_ID], way[MAX_ID];
            struct encoding encoding = gen_encoding_of(k);
            if (!gen_has_encoding(count == least || count == MAX_WORDS ? DIAGONAL : ONE, emitter->profile,
                                  emitter->abi, k))
                continue;
            struct section *section =
                gen_begin_row_fault(emitter, gen_numbered_name(name, "words-", count, ""), PLAIN, &encoding);
            section->rows[section->functions[LAST].first_row + 1].extra_count =
                (uint8_t)(count - (least - 1));
            if (!gen_make_bytes(emitter))
                return;
            struct questions questions = gen_questions_of_whole();
            gen_differs_from(emitter, gen_row_twin_shape(PLAIN, &encoding),
                             surplus_clause(emitter->profile, emitter->abi, count),
                             gen_numbered_name(way, "a row has ", count, " words"));
            gen_report_model(emitter, NULL);
            gen_ask(emitter, &questions);
        }
    }
}

void gen_family_faults_rows(struct emitter *emitter)
{
    every_twin(emitter);
    every_change(emitter);
    every_surplus(emitter);
    gen_every_row_lie(emitter);
}
