/* Ladders: sections that grow in one thing, step by step, for tests of how a reader's time and memory grow.
 *
 * A section with more functions or rows than a model can hold is a crowd: see shapes/counted.h.  Its bytes are laid
 * out, so that vectors have them and not the parts. */
#include "sizes.h"

#include "families.h"
#include "shapes/counted.h"

#include <stdlib.h>

static uint8_t *large; /* the bytes of the present section, if no model holds it; else null */

/* Lets vectors have the bytes that the parts make.  False: there is not enough memory, or the run has stopped. */
static bool lay_out(struct emitter *emitter, bool is_made, bool is_whole)
{
    emitter->parts = NULL;
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
        for (crowd.count = 1; crowd.count <= largest; crowd.count = (uint32_t)gen_next_size(crowd.count, largest)) {
            if (!gen_size_wanted(emitter, emitter->abi, crowd.count))
                continue;
            gen_start(emitter, gen_name_size(ladders[i].name, crowd.count, "", 0))->flags = ladders[i].flags;
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
    for (enum fre_type type = FRE_ADDR1; type <= FRE_ADDR4; type++) {
        struct rows rows = {{.of_rows = true, .period = ROUND_OF_ROWS, .add = add_rows}, type};
        uint32_t *const count = &rows.crowd.count, largest = least(most[type], emitter->selection->largest);
        if (gen_profile_facts[emitter->profile].has_attribute)
            largest = least(largest, UINT16_MAX); /* the width of the count */
        for (*count = 1; *count <= largest; *count = (uint32_t)gen_next_size(*count, largest)) {
            if (!gen_size_wanted(emitter, emitter->abi, *count))
                continue;
            gen_start(emitter, gen_name_size("rows", *count, "-addr", 1U << type));
            if (!lay_out(emitter, gen_make_crowd(emitter, &rows.crowd), *count <= MAX_ROWS))
                return;
            gen_demand_class(emitter, CLASS_VALID);
            emit_rows(emitter, &rows.crowd);
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
    free(large);
    large = NULL;
}
