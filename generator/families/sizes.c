/* Ladders: sections that grow in one thing, step by step, for tests of how a reader's time and memory grow.
 *
 * A section with more functions or rows than a model can hold is a crowd: see shapes/counted.h.  Its bytes are laid
 * out, so that vectors have them and not the parts. */
#include "emit/sets.h"
#include "families.h"
#include "shapes/counted.h"
#include "shapes/edges.h"

#include <stdlib.h>

static uint8_t *large; /* the bytes of the present section, if no model holds it; else null */

/* Lets vectors have the bytes that the parts make.  False: there is not enough memory, or the run has stopped. */
static bool lay_out(struct emitter *emitter, bool is_made, bool is_whole)
{
    emitter->vector.parts = NULL;
    if (!is_made || is_whole)
        return is_made;
    free(large);
    large = malloc(gen_counted.length);
    if (large == NULL || gen_counted.too_many) {
        gen_family_fails(emitter, "there is not enough memory for sections this large (see --largest)");
        return false;
    }
    gen_lay_out(&gen_counted, large);
    emitter->large_bytes = large;
    emitter->large_length = gen_counted.length;
    return true;
}

/* --- Steps and names ------------------------------------------------------------------------------------ */

/* The text of a vector grows with its section, so large sections have fewer vectors. */
enum { MOST_LOOKED_INTO = 100, MOST_SEARCHED = 1000 /* one function after the other */ };

/* The next size: 1, 2, 5, 10, 20, 50, ... 1000, then powers of ten, then the limit, then limit + 1. */
static uint64_t next_size(uint64_t size, uint64_t limit)
{
    uint64_t leading = size;
    while (leading >= 10)
        leading /= 10;
    uint64_t next = size >= 1000 ? size * 10 : leading == 2 ? size / 2 * 5 : size * 2;
    if (size >= limit)
        return limit + 1;
    return next < limit ? next : limit;
}

/* Whether this size is made.  Other ABIs than AMD64 have a few sizes only, as the same things grow there. */
static bool is_size_wanted(const struct emitter *emitter, uint64_t size)
{
    return !emitter->stopped && (is_in(AMD, emitter->abi) || size == 10 || size == 50);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

enum { ROUND = 4, PERIOD = 128 };

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

/* Adds functions to the model.  The first round in the table lies at `start`, each further one `period` behind it. */
static void add_rounds(struct section *section, uint32_t first, uint32_t count, int64_t start, int64_t period)
{
    for (uint32_t i = first; i < first + count; i++) {
        int64_t at = start + period * (i / ROUND);
        for (uint32_t k = 0; k <= i % ROUND; k++)
            at += drawn.gap[k] + (k > 0 ? drawn.size[k - 1] : 0);
        gen_add_function(section, at, drawn.size[i % ROUND]);
        if (i % ROUND == 1)
            gen_add_prologue(section, 4);
        else
            gen_add_row(section, 0)->cfa.offset += 8 * (int64_t)(i % ROUND);
    }
}

static void add_ascending(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    (void)crowd;
    add_rounds(section, first, count, FUNCTIONS_BEGIN, PERIOD);
}

/* Each round has lower addresses than the one before it in the table. */
static void add_descending(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    add_rounds(section, first, count, FUNCTIONS_BEGIN + (int64_t)PERIOD * ((crowd->count - 1) / ROUND), -PERIOD);
}

static uint32_t least(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

static void emit_crowd(struct emitter *emitter, const struct crowd *crowd)
{
    const bool descending = crowd->add == add_descending;
    uint32_t last = crowd->count - 1;
    uint32_t middle = crowd->count / 2;
    uint32_t lowest = descending ? last / ROUND * ROUND : 0;
    uint32_t highest = descending ? least(ROUND - 1, last) : last;
    gen_emit_whole(emitter, crowd->count <= MAX_FUNCTIONS ? BOTH : CHECK, "whole");
    gen_look_into(emitter, crowd, last, drawn.size[last % ROUND] - 1, "last-function");
    if (crowd->count > MOST_LOOKED_INTO)
        return;
    gen_look_into(emitter, crowd, 0, 0, "first-function");
    gen_look_into(emitter, crowd, middle, 4, "middle-function");
    gen_look_into(emitter, crowd, lowest, -1, "below-all");
    gen_look_into(emitter, crowd, highest, drawn.size[highest % ROUND], "above-all");
    if (crowd->count > ROUND)
        gen_look_into(emitter, crowd, middle / ROUND * ROUND + 1, drawn.size[1], "gap");
}

static void every_crowd(struct emitter *emitter)
{
    static const struct {
        const char *name;
        unsigned profiles;
        uint8_t flags;
        uint32_t largest;
    } ladders[] = {
        {"functions", V12, FLAG_SORTED, MAX_LARGEST},
        {"functions", E2ON, FLAG_SORTED, MOST_LOOKED_INTO},
        {"functions-pcrel", E2ON, FLAG_SORTED | FLAG_PCREL, MAX_LARGEST},
        {"functions-unsorted", E2ON, 0, MOST_SEARCHED},
    };
    for (unsigned i = 0; i < COUNT(ladders); i++) {
        const bool sorted = ladders[i].flags != 0;
        struct crowd crowd = {.period = ROUND, .add = sorted ? add_ascending : add_descending};
        uint32_t largest = least(ladders[i].largest, emitter->selection->largest);
        if (!is_in(ladders[i].profiles, emitter->profile) || (emitter->pcrel && sorted))
            continue; /* sorted ones have a ladder for each kind of start */
        for (crowd.count = 1; crowd.count <= largest; crowd.count = (uint32_t)next_size(crowd.count, largest)) {
            if (!is_size_wanted(emitter, crowd.count))
                continue;
            gen_start(emitter, gen_name_size(ladders[i].name, crowd.count, ""))->flags = ladders[i].flags;
            if (!lay_out(emitter, gen_make_crowd(emitter, &crowd), crowd.count <= MAX_FUNCTIONS))
                return;
            gen_demand_class(emitter, CLASS_VALID);
            emit_crowd(emitter, &crowd);
        }
    }
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

enum { ROUND_OF_ROWS = 8 };

/* Rows of a type: all starts of four bytes use the four. */
struct rows {
    struct crowd crowd; /* first, so that a crowd is one of rows */
    enum fre_type type;
};

static void add_rows(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    const enum fre_type type = ((const struct rows *)crowd)->type;
    const uint32_t step = type == FRE_ADDR4 ? 4096 : 1;
    struct function *function = gen_add_function(section, FUNCTIONS_BEGIN, crowd->count * step);
    function->fre_type = type;
    for (uint32_t i = first; i < first + count; i++)
        gen_add_row(section, i * step)->cfa.offset += 8 * (int64_t)(i % ROUND_OF_ROWS);
}

static void emit_rows(struct emitter *emitter, const struct crowd *rows)
{
    gen_emit_whole(emitter, rows->count <= MOST_LOOKED_INTO ? BOTH : CHECK, "whole");
    gen_look_into(emitter, rows, rows->count - 1, 0, "last-row");
    if (rows->count > MOST_LOOKED_INTO)
        return;
    gen_look_into(emitter, rows, 0, 0, "first-row");
    gen_look_into(emitter, rows, rows->count / 2, 0, "middle-row");
}

static void every_row_count(struct emitter *emitter)
{
    static const uint32_t most[] = {[FRE_ADDR1] = 256, [FRE_ADDR2] = 65536, [FRE_ADDR4] = MAX_LARGEST};
    static const char *const types[] = {"-addr1", "-addr2", "-addr4"};
    for (enum fre_type type = FRE_ADDR1; type <= FRE_ADDR4; type++) {
        struct rows rows = {{.of_rows = true, .period = ROUND_OF_ROWS, .add = add_rows}, type};
        uint32_t *const count = &rows.crowd.count, largest = least(most[type], emitter->selection->largest);
        if (gen_profile_facts[emitter->profile].has_attribute)
            largest = least(largest, UINT16_MAX); /* the width of the count */
        for (*count = 1; *count <= largest; *count = (uint32_t)next_size(*count, largest)) {
            if (!is_size_wanted(emitter, *count))
                continue;
            gen_start(emitter, gen_name_size("rows", *count, types[type]));
            if (!lay_out(emitter, gen_make_crowd(emitter, &rows.crowd), *count <= MAX_ROWS))
                return;
            gen_demand_class(emitter, CLASS_VALID);
            emit_rows(emitter, &rows.crowd);
        }
    }
}

/* --- What a model can hold: spans, blocks, auxiliary headers, words ------------------------------------- */

/* A function with two rows, the second of which begins in its middle. */
static void one_span(struct emitter *emitter, uint32_t size)
{
    struct section *section = gen_start(emitter, gen_name_size("span", size, ""));
    struct function *function = gen_add_function(section, FUNCTIONS_BEGIN, size);
    function->fre_type = size / 2 < 0x100 ? FRE_ADDR1 : size / 2 < 0x10000 ? FRE_ADDR2 : FRE_ADDR4;
    gen_add_row(section, 0);
    if (size > 1)
        gen_add_row(section, size / 2)->cfa.offset += 8;
    if (!gen_emit_valid(emitter))
        return;
    gen_look_at(emitter, FUNCTIONS_BEGIN - 1, "before");
    gen_look_at(emitter, FUNCTIONS_BEGIN, "first-byte");
    if (size > 1) {
        gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)size / 2 - 1, "middle-before");
        gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)size / 2, "middle");
        gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)size - 1, "last-byte");
    }
    gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)size, "after");
}

enum { BLOCK = 16, MOST_BLOCKS = UINT32_MAX / BLOCK };

static void one_chain_of_blocks(struct emitter *emitter, uint32_t blocks)
{
    struct section *section = gen_start(emitter, gen_name_size("blocks", blocks, ""));
    gen_add_stub(section, FUNCTIONS_BEGIN, BLOCK, blocks);
    if (!gen_emit_valid(emitter))
        return;
    uint64_t middle = FUNCTIONS_BEGIN + (uint64_t)(blocks / 2) * BLOCK;
    uint64_t last = FUNCTIONS_BEGIN + (uint64_t)(blocks - 1) * BLOCK;
    gen_look_at(emitter, FUNCTIONS_BEGIN + BLOCK / 2, "first-block");
    if (blocks > 2) {
        gen_look_at(emitter, middle - 1, "middle-block-before");
        gen_look_at(emitter, middle, "middle-block");
    }
    if (blocks > 1) {
        gen_look_at(emitter, last + BLOCK / 2 - 1, "last-block-first-row");
        gen_look_at(emitter, last + BLOCK / 2, "last-block-last-row");
    }
    gen_look_at(emitter, last + BLOCK, "after");
}

/* The two sub-sections, and with PC-relative starts the fields, lie after an auxiliary header. */
static void one_auxiliary_header(struct emitter *emitter, uint32_t length)
{
    struct section *section = gen_start(emitter, gen_name_size("aux", length, ""));
    section->flags |= gen_profile_facts[emitter->profile].flags_defined & FLAG_PCREL;
    section->aux_length = (uint8_t)length;
    for (unsigned i = 0; i < length; i++)
        section->aux[i] = (uint8_t)(0x5a + 7 * i);
    for (int64_t start = FUNCTIONS_BEGIN; start < FUNCTIONS_BEGIN + 4 * 0x40; start += 0x40) {
        gen_add_function(section, start, 0x20);
        gen_add_prologue(section, 4);
    }
    if (!gen_emit_valid(emitter))
        return;
    gen_look_at(emitter, FUNCTIONS_BEGIN, "first-function");
    gen_look_at(emitter, FUNCTIONS_BEGIN + 3 * 0x40 + 8, "last-function");
}

/* Words beyond those of the rules are surplus, and a breach; the row after them must still be found. */
static void every_word_count(struct emitter *emitter)
{
    unsigned own = gen_abi_facts[emitter->abi].tracks_ra ? 3 : 2;
    for (unsigned count = own; count <= MAX_WORDS && !emitter->stopped; count++) {
        struct section *section = gen_start(emitter, gen_name_size("words", count, ""));
        gen_add_function(section, FUNCTIONS_BEGIN, 0x20);
        gen_add_prologue(section, 8);
        struct row *row = &section->rows[1];
        row->extra_count = (uint8_t)(count - own);
        for (unsigned i = 0; i < row->extra_count; i++)
            row->extra[i] = -8 * (int32_t)(i + 3);
        if (!gen_make_bytes(emitter))
            return;
        gen_demand_class(emitter, count == own ? CLASS_VALID : CLASS_IRREGULAR);
        if (count > own)
            emitter->vector.note = "The second of three rows has words after those of its rules.";
        gen_emit_whole(emitter, BOTH, "whole");
        gen_look_at(emitter, FUNCTIONS_BEGIN + 8, "row");
        gen_look_at(emitter, FUNCTIONS_BEGIN + 16, "next-row");
    }
}

static void every_small_size(struct emitter *emitter)
{
    static const struct {
        uint64_t most;
        void (*make)(struct emitter *emitter, uint32_t size);
    } ladders[] = {{UINT32_MAX, one_span}, {MOST_BLOCKS, one_chain_of_blocks}, {MAX_AUX, one_auxiliary_header}};
    for (unsigned i = 0; i < COUNT(ladders); i++)
        for (uint64_t size = 1; size <= ladders[i].most; size = next_size(size, ladders[i].most))
            if (is_size_wanted(emitter, size))
                ladders[i].make(emitter, (uint32_t)size);
}

static void every_ladder(struct emitter *emitter)
{
    if (is_in(V2E1, emitter->profile))
        return;
    every_crowd(emitter);
    every_row_count(emitter);
    every_small_size(emitter);
    every_word_count(emitter);
}

void gen_family_sizes(struct emitter *emitter)
{
    draw_round(&emitter->random);
    gen_for_wanted(emitter, every_ladder);
    free(large);
    large = NULL;
}
