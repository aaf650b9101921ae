/* Ladders: sections that grow in one thing, step by step, for tests of how a reader's time and memory grow.
 *
 * A section with more functions or rows than a model can hold is written in rounds: a few functions or rows,
 * the template, are modelled and encoded, and each round has their bytes, with starts and offsets changed by
 * the raw layer.  For the answers, the model is a window: it holds the round in which the PC lies, and how
 * many functions or rows there are before it.  If a model can hold the whole, it does, and must give the same
 * bytes. */
#include "sizes.h"

#include "families.h"

#include <stdlib.h>
#include <string.h>

/* --- Bytes larger than an encoded section --------------------------------------------------------------- */

static struct {
    uint8_t *bytes;
    uint32_t length, size;
} large;

static bool large_begin(struct emitter *emitter)
{
    enum { MOST_FOR_ONE = 48 }; /* a function's entry and rows; a row alone takes less */
    large.length = 0;
    if (large.bytes == NULL) {
        large.size = MAX_BYTES + MOST_FOR_ONE * emitter->selection->largest;
        large.bytes = malloc(large.size);
    }
    if (large.bytes == NULL)
        gen_family_fails(emitter, "there is not enough memory for sections this large (see --largest)");
    return large.bytes != NULL;
}

/* Appends what the encoded section holds from `begin` to `end`. */
static void large_append(struct emitter *emitter, uint32_t begin, uint32_t end)
{
    if (end - begin > large.size - large.length) {
        gen_family_fails(emitter, "a large section is larger than was thought");
        return;
    }
    memcpy(large.bytes + large.length, emitter->encoded.bytes + begin, end - begin);
    large.length += end - begin;
}

static void lie(struct emitter *emitter, enum field_name name, int function, int row, uint64_t value)
{
    gen_lie_field(&emitter->encoded, gen_find_field(&emitter->encoded, name, function, row, -1), value);
}

/* Encodes the model of the whole section: the bytes must be those of the rounds. */
static bool same_as_whole(struct emitter *emitter)
{
    const struct encoded *encoded = &emitter->encoded;
    if (!gen_make_bytes(emitter))
        return false;
    if (encoded->length == large.length && memcmp(encoded->bytes, large.bytes, large.length) == 0)
        return true;
    gen_family_fails(emitter, "a section written in rounds differs from the same encoded whole");
    return false;
}

/* --- Steps and names ------------------------------------------------------------------------------------ */

/* The text of a vector grows with its section, so large sections have fewer vectors. */
enum { MOST_LOOKED_INTO = 100, MOST_SEARCHED = 1000 /* one function after the other */ };

uint64_t gen_next_size(uint64_t size, uint64_t limit)
{
    uint64_t leading = size;
    while (leading >= 10)
        leading /= 10;
    uint64_t next = size >= 1000 ? size * 10 : leading == 2 ? size / 2 * 5 : size * 2;
    if (size >= limit)
        return limit + 1;
    return next < limit ? next : limit;
}

static char shape_buffer[MAX_ID];

const char *gen_name_size(const char *what, uint64_t size, const char *more, unsigned number)
{
    char digits[24] = "";
    if (number > 0)
        SAY(digits, "%u", number);
    return SAY(shape_buffer, "size-%s-%" PRIu64 "%s%s", what, size, more, digits);
}

bool gen_size_wanted(const struct emitter *emitter, enum abi abi, uint64_t size)
{
    return !emitter->stopped && (is_in(AMD, abi) || size == 10 || size == 50);
}

void gen_look_at(struct emitter *emitter, uint64_t place, const char *name)
{
    gen_emit(emitter, OPERATION_LOOKUP, emitter->section.address + place, name);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

enum { ROUND = 4, PERIOD = 128 };

/* One ladder, and the section of one of its steps. */
struct crowd {
    const char *name;
    unsigned profiles;
    uint8_t flags;
    bool descending; /* each round has lower addresses than the one before it in the table */
    uint32_t largest;

    uint32_t count;
};

/* A round: its functions, with gaps before the first and the third, fit into a period.  It is drawn once, so
 * that a section does not depend on which others are wanted.  The last round of a section may be cut short. */
static struct {
    uint32_t gap[ROUND], size[ROUND];
} drawn;

static void draw_round(struct random *random)
{
    for (unsigned i = 0; i < ROUND; i++) {
        drawn.gap[i] = i % 2 == 0 ? 1 + (uint32_t)random_below(random, 8) : 0;
        drawn.size[i] = 16 + (uint32_t)random_below(random, 12);
    }
}

static int64_t start_of(const struct crowd *crowd, uint32_t number)
{
    uint32_t rounds = (crowd->count - 1) / ROUND;
    uint32_t round = crowd->descending ? rounds - number / ROUND : number / ROUND;
    int64_t start = FUNCTIONS_BEGIN + (int64_t)round * PERIOD;
    for (uint32_t i = 0; i <= number % ROUND; i++)
        start += drawn.gap[i] + (i > 0 ? drawn.size[i - 1] : 0);
    return start;
}

/* Models `count` functions, from number `first` on. */
static void model_crowd(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    section->functions_before = first;
    section->function_count = 0;
    section->row_count = 0;
    for (uint32_t i = first; i < first + count; i++) {
        gen_add_function(section, start_of(crowd, i), drawn.size[i % ROUND]);
        if (i % ROUND == 1)
            gen_add_prologue(section, 4);
        else
            gen_add_row(section, 0)->cfa.offset += 8 * (int64_t)(i % ROUND);
    }
}

static uint32_t least(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

/* What the first functions of a round take: bytes of entries, bytes of data, and rows. */
struct share {
    uint32_t entries, data, rows;
};

static struct share share_of(const struct emitter *emitter, uint32_t functions)
{
    const struct encoded *encoded = &emitter->encoded;
    const struct section *section = &emitter->section;
    uint32_t entry = (encoded->functions_end - encoded->functions_begin) / section->function_count;
    struct share share = {functions * entry, encoded->rows_end - encoded->rows_begin, section->row_count};
    if (functions < section->function_count) {
        share.data = encoded->data_at[functions] - encoded->rows_begin;
        share.rows = section->functions[functions].first_row;
    }
    return share;
}

/* Appends the entries of one round, whose first is number `first`. */
static void repeat_entries(struct emitter *emitter, const struct crowd *crowd, uint32_t first,
                           const struct share *whole)
{
    const struct encoded *encoded = &emitter->encoded;
    uint32_t round = emitter->section.function_count;
    uint32_t here = least(round, crowd->count - first);
    uint32_t moved = first / round * whole->entries;
    for (uint32_t i = 0; i < here; i++) {
        int64_t origin = gen_starts_pcrel(&emitter->section) ? (int64_t)encoded->start_at[i] + moved : 0;
        uint32_t data = first / round * whole->data + encoded->data_at[i] - encoded->rows_begin;
        lie(emitter, FIELD_START, (int)i, -1, (uint64_t)(start_of(crowd, first + i) - origin));
        lie(emitter, FIELD_FRE_OFF, (int)i, -1, data);
    }
    large_append(emitter, encoded->functions_begin,
                 encoded->functions_begin + share_of(emitter, here).entries);
}

/* Makes all bytes from the encoded template: header, entries, rows. */
static void repeat_crowd(struct emitter *emitter, const struct crowd *crowd)
{
    const struct encoded *encoded = &emitter->encoded;
    uint32_t round = emitter->section.function_count;
    uint32_t rounds = crowd->count / round;
    struct share whole = share_of(emitter, round);
    struct share rest = share_of(emitter, crowd->count % round);
    lie(emitter, FIELD_NUM_FDES, -1, -1, crowd->count);
    lie(emitter, FIELD_NUM_FRES, -1, -1, rounds * whole.rows + rest.rows);
    lie(emitter, FIELD_FRE_LEN, -1, -1, rounds * whole.data + rest.data);
    lie(emitter, FIELD_FREOFF, -1, -1, rounds * whole.entries + rest.entries);
    large_append(emitter, 0, encoded->header_end);
    for (uint32_t i = 0; i < crowd->count && !emitter->stopped; i += round)
        repeat_entries(emitter, crowd, i, &whole);
    for (uint32_t i = 0; i < rounds && !emitter->stopped; i++)
        large_append(emitter, encoded->rows_begin, encoded->rows_begin + whole.data);
    large_append(emitter, encoded->rows_begin, encoded->rows_begin + rest.data);
}

static bool make_crowd(struct emitter *emitter, struct crowd *crowd)
{
    struct section *section = &emitter->section;
    section->flags = crowd->flags;
    model_crowd(section, crowd, 0, least(crowd->count, ROUND));
    if (!gen_make_bytes(emitter) || !large_begin(emitter))
        return false;
    repeat_crowd(emitter, crowd);
    if (crowd->count <= MAX_FUNCTIONS) {
        model_crowd(section, crowd, 0, crowd->count);
        return same_as_whole(emitter);
    }
    emitter->large_bytes = large.bytes;
    emitter->large_length = large.length;
    return !emitter->stopped;
}

/* A lookup at a place counted from the start of a function. */
static void look_into(struct emitter *emitter, const struct crowd *crowd, uint32_t number, int64_t place,
                      const char *name)
{
    uint32_t first = number / ROUND * ROUND;
    if (crowd->count > MAX_FUNCTIONS)
        model_crowd(&emitter->section, crowd, first, least(ROUND, crowd->count - first));
    gen_look_at(emitter, (uint64_t)(start_of(crowd, number) + place), name);
}

static void emit_crowd(struct emitter *emitter, const struct crowd *crowd)
{
    uint32_t last = crowd->count - 1;
    uint32_t last_round = last / ROUND * ROUND;
    uint32_t middle = crowd->count / 2;
    uint32_t lowest = crowd->descending ? last_round : 0;
    uint32_t highest = crowd->descending ? least(ROUND - 1, last) : last;
    gen_emit_whole(emitter, crowd->count <= MAX_FUNCTIONS ? BOTH : CHECK, "whole");
    look_into(emitter, crowd, last, drawn.size[last % ROUND] - 1, "last-function");
    if (crowd->count > MOST_LOOKED_INTO)
        return;
    look_into(emitter, crowd, 0, 0, "first-function");
    look_into(emitter, crowd, middle, 4, "middle-function");
    look_into(emitter, crowd, lowest, -1, "below-all");
    look_into(emitter, crowd, highest, drawn.size[highest % ROUND], "above-all");
    if (crowd->count > ROUND) {
        uint32_t second = middle / ROUND * ROUND + 1;
        look_into(emitter, crowd, second, drawn.size[1], "gap");
    }
}

static void every_crowd(struct emitter *emitter)
{
    struct crowd crowds[] = {
        {.name = "functions", .profiles = V12, .flags = FLAG_SORTED, .largest = MAX_LARGEST},
        {.name = "functions", .profiles = E2ON, .flags = FLAG_SORTED, .largest = MOST_LOOKED_INTO},
        {.name = "functions-pcrel",
         .profiles = E2ON,
         .flags = FLAG_SORTED | FLAG_PCREL,
         .largest = MAX_LARGEST},
        {.name = "functions-unsorted", .profiles = E2ON, .descending = true, .largest = MOST_SEARCHED},
    };
    for (unsigned i = 0; i < COUNT(crowds); i++) {
        struct crowd *crowd = &crowds[i];
        uint32_t largest = least(crowd->largest, emitter->selection->largest);
        if (!is_in(crowd->profiles, emitter->profile) || (emitter->pcrel && !crowd->descending))
            continue; /* sorted ones have a ladder for each kind of start */
        for (uint32_t count = 1; count <= largest; count = (uint32_t)gen_next_size(count, largest)) {
            if (!gen_size_wanted(emitter, emitter->abi, count))
                continue;
            gen_start(emitter, gen_name_size(crowd->name, count, "", 0));
            crowd->count = count;
            if (!make_crowd(emitter, crowd))
                return;
            gen_demand_class(emitter, CLASS_VALID);
            emit_crowd(emitter, crowd);
        }
    }
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

enum { ROUND_OF_ROWS = 8 };

/* Models `count` rows, from number `first` on, of a function with `all` rows.  Four-byte starts use all four
 * bytes. */
static void model_rows(struct section *section, enum fre_type type, uint32_t all, uint32_t first,
                       uint32_t count)
{
    uint32_t step = type == FRE_ADDR4 ? 4096 : 1;
    section->function_count = 0;
    section->row_count = 0;
    struct function *function = gen_add_function(section, FUNCTIONS_BEGIN, all * step);
    function->fre_type = type;
    function->rows_before = first;
    for (uint32_t i = first; i < first + count; i++)
        gen_add_row(section, i * step)->cfa.offset += 8 * (int64_t)(i % ROUND_OF_ROWS);
}

/* Makes all bytes from the encoded template: those before the rows, then the rows. */
static void repeat_rows(struct emitter *emitter, uint32_t count)
{
    const struct encoded *encoded = &emitter->encoded;
    uint32_t round = emitter->section.row_count;
    uint32_t rows_begin = encoded->row_at[0];
    uint32_t row = (encoded->rows_end - rows_begin) / round; /* all are of one length */
    lie(emitter, FIELD_NUM_FRES, -1, -1, count);
    lie(emitter, FIELD_FRE_LEN, -1, -1, rows_begin - encoded->rows_begin + count * row);
    lie(emitter, FIELD_FUNC_NUM_FRES, 0, -1, count);
    large_append(emitter, 0, rows_begin);
    uint32_t step = emitter->section.functions[0].size / count;
    for (uint32_t i = 0; i < count && !emitter->stopped; i += round) {
        uint32_t here = least(round, count - i);
        for (uint32_t k = 0; k < here; k++)
            lie(emitter, FIELD_ROW_START, 0, (int)k, (i + k) * (uint64_t)step);
        large_append(emitter, rows_begin, rows_begin + here * row);
    }
}

static bool make_rows(struct emitter *emitter, enum fre_type type, uint32_t count)
{
    struct section *section = &emitter->section;
    model_rows(section, type, count, 0, least(count, ROUND_OF_ROWS));
    if (!gen_make_bytes(emitter) || !large_begin(emitter))
        return false;
    repeat_rows(emitter, count);
    if (count <= MAX_ROWS) {
        model_rows(section, type, count, 0, count);
        return same_as_whole(emitter);
    }
    emitter->large_bytes = large.bytes;
    emitter->large_length = large.length;
    return !emitter->stopped;
}

/* A lookup at the start of a row. */
static void look_at_row(struct emitter *emitter, enum fre_type type, uint32_t all, uint32_t row,
                        const char *name)
{
    struct section *section = &emitter->section;
    uint32_t first = row / ROUND_OF_ROWS * ROUND_OF_ROWS;
    if (all > MAX_ROWS)
        model_rows(section, type, all, first, least(ROUND_OF_ROWS, all - first));
    uint64_t step = section->functions[0].size / all;
    gen_look_at(emitter, FUNCTIONS_BEGIN + step * row, name);
}

static void emit_rows(struct emitter *emitter, enum fre_type type, uint32_t count)
{
    gen_emit_whole(emitter, count <= MOST_LOOKED_INTO ? BOTH : CHECK, "whole");
    look_at_row(emitter, type, count, count - 1, "last-row");
    if (count > MOST_LOOKED_INTO)
        return;
    look_at_row(emitter, type, count, 0, "first-row");
    look_at_row(emitter, type, count, count / 2, "middle-row");
}

static void every_row_count(struct emitter *emitter)
{
    static const uint32_t most[] = {[FRE_ADDR1] = 256, [FRE_ADDR2] = 65536, [FRE_ADDR4] = MAX_LARGEST};
    for (enum fre_type type = FRE_ADDR1; type <= FRE_ADDR4; type++) {
        uint32_t largest = least(most[type], emitter->selection->largest);
        if (gen_profile_facts[emitter->profile].has_attribute)
            largest = least(largest, UINT16_MAX); /* the width of the count */
        for (uint32_t count = 1; count <= largest; count = (uint32_t)gen_next_size(count, largest)) {
            if (!gen_size_wanted(emitter, emitter->abi, count))
                continue;
            gen_start(emitter, gen_name_size("rows", count, "-addr", 1U << type));
            if (!make_rows(emitter, type, count))
                return;
            gen_demand_class(emitter, CLASS_VALID);
            emit_rows(emitter, type, count);
        }
    }
}

static void every_ladder(struct emitter *emitter)
{
    if (is_in(V2E1, emitter->profile))
        return;
    every_crowd(emitter);
    every_row_count(emitter);
    gen_every_small_size(emitter);
}

void gen_family_sizes(struct emitter *emitter)
{
    draw_round(&emitter->random);
    gen_for_wanted(emitter, every_ladder);
    free(large.bytes);
    large.bytes = NULL;
}
