/* Sorted tables on which clever searches may go wrong: interpolation, steps that double, an index of every
 * n-th entry, or entries laid out as a tree.  Each start of each table is looked up.
 *
 * A table is a few runs of functions with even gaps, so that parts describe it: see shapes/counted.h. */
#include "emit/sets.h"
#include "families.h"
#include "shapes/counted.h"

enum { SIZE = 16 };

struct table {
    struct crowd crowd; /* first, so that a crowd is a table */
    int64_t first;      /* the lowest start, from the section */
    /* By run: from one start to the next, and from the last start of the run before to the first of this one. */
    uint64_t gaps[MOST_RUNS], spaces[MOST_RUNS];
};

/* --- Tables --------------------------------------------------------------------------------------------- */

static void add_run(struct table *table, uint32_t count, uint64_t gap, uint64_t space)
{
    struct crowd *const crowd = &table->crowd;
    table->gaps[crowd->run_count] = gap;
    table->spaces[crowd->run_count] = space;
    crowd->runs[crowd->run_count++] = count;
    crowd->count += count;
}

/* The greatest distance of a start from the section, less some room for pages of functions. */
static int64_t reach_of(enum profile profile)
{
    return (gen_profile_facts[profile].start_width == 8 ? INT64_MAX : INT32_MAX) - 0xfffff;
}

static void far_last(struct table *table, uint32_t count, int64_t reach)
{
    add_run(table, count - 1, 0x20, 0);
    add_run(table, 1, 0x20, (uint64_t)reach / 2);
}

static void far_first(struct table *table, uint32_t count, int64_t reach)
{
    table->first = FUNCTIONS_BEGIN - reach / 2;
    add_run(table, 1, 0x20, 0);
    add_run(table, count - 1, 0x20, (uint64_t)reach / 2);
}

/* Each is eight times the one before: 2^5 to 2^26. */
static uint64_t gap_number(unsigned i)
{
    return UINT64_C(0x20) << 3 * i;
}

static void exponential(struct table *table, uint32_t count, int64_t reach)
{
    const uint32_t each = count / MOST_RUNS;
    (void)reach;
    for (unsigned i = 0; i < MOST_RUNS; i++)
        add_run(table, each + (i == 0 ? count % MOST_RUNS : 0), gap_number(i), gap_number(i));
}

static void exponential_falling(struct table *table, uint32_t count, int64_t reach)
{
    const uint32_t each = count / MOST_RUNS;
    (void)reach;
    for (unsigned i = MOST_RUNS; i-- > 0;)
        add_run(table, each + (i == 0 ? count % MOST_RUNS : 0), gap_number(i), gap_number(i));
}

static void both_ends(struct table *table, uint32_t count, int64_t reach)
{
    table->first = -reach;
    add_run(table, count / 2, 0x10, 0);
    add_run(table, 1, 0x10, (uint64_t)reach);
    add_run(table, count - count / 2 - 1, 0x10, (uint64_t)reach);
}

static void clusters(struct table *table, uint32_t count, int64_t reach)
{
    const uint32_t each = count / MOST_RUNS;
    (void)reach;
    for (unsigned i = 0; i < MOST_RUNS; i++)
        add_run(table, each + (i == MOST_RUNS - 1 ? count % MOST_RUNS : 0), SIZE, 0x1000000);
}

static const struct {
    const char *name;
    void (*fill)(struct table *table, uint32_t count, int64_t reach);
} shapes[] = {
    {"exponential", exponential}, {"exponential-falling", exponential_falling}, {"far-last", far_last},
    {"far-first", far_first},     {"both-ends", both_ends},                     {"clusters", clusters},
};

static int64_t start_of(const struct table *table, uint32_t number)
{
    uint64_t start = (uint64_t)table->first - table->spaces[0];
    for (unsigned i = 0; i < table->crowd.run_count; i++) {
        const uint32_t count = table->crowd.runs[i];
        start += table->spaces[i];
        if (number < count)
            return (int64_t)(start + number * table->gaps[i]);
        number -= count;
        start += (count - 1) * table->gaps[i];
    }
    return (int64_t)start;
}

static void add_functions(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++) {
        gen_add_function(section, start_of((const struct table *)crowd, i), SIZE);
        struct row *const row = gen_add_row(section, 0);
        row->word_size = 2;
        row->cfa.offset += 8 * (int64_t)i;
    }
}

/* --- Questions ------------------------------------------------------------------------------------------ */

static void ask_table(struct emitter *emitter, const struct crowd *crowd)
{
    const uint32_t last = crowd->count - 1;
    gen_demand_class(emitter, CLASS_VALID);
    gen_emit(emitter, OPERATION_CHECK, 0, "whole");
    gen_look_into(emitter, crowd, 0, -1, "below");
    gen_look_into(emitter, crowd, last, SIZE - 1, "last-byte");
    gen_look_into(emitter, crowd, last, SIZE, "behind");
    for (uint32_t i = 0; i < crowd->count && !emitter->stopped; i++)
        gen_look_into(emitter, crowd, i, 0, SAY(emitter->detail, "start-%u", i));
}

static void every_table(struct emitter *emitter)
{
    static const uint32_t counts[] = {32, 64, 128, 129};
    for (unsigned i = 0; i < COUNT(shapes) * COUNT(counts) && !emitter->stopped; i++) {
        static char shape[MAX_ID];
        struct table table = {.crowd = {.period = 1, .add = add_functions}, .first = FUNCTIONS_BEGIN};
        shapes[i / COUNT(counts)].fill(&table, counts[i % COUNT(counts)], reach_of(emitter->profile));
        SAY(shape, "search-%s-%u", shapes[i / COUNT(counts)].name, table.crowd.count);
        struct section *const section = gen_start(emitter, shape);
        section->address = UINT64_C(1) << 63; /* so that no start wraps */
        section->flags |= FLAG_PCREL;
        if (!gen_make_crowd(emitter, &table.crowd))
            return;
        ask_table(emitter, &table.crowd);
    }
}

/* The search is the same on all ABIs and for both kinds of start: tables are made as producers write them. */
void gen_family_searches(struct emitter *emitter)
{
    if (applies(V2E2 | V3, AMD, emitter->profile, emitter->abi))
        every_table(emitter);
}
