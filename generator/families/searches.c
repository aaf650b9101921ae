/* Sorted tables on which clever searches may go wrong: interpolation, steps that double, an index of every
 * n-th entry, or entries laid out as a tree.  Each start of each table is looked up.
 *
 * A table is a few runs of functions with even gaps, so that parts describe it: see shapes/counted.h. */
#include "families.h"
#include "shapes/counted.h"
#include "sizes.h"

#include <string.h>

enum { SIZE = 16, MAX_RUNS = 8 };

struct run {
    uint32_t count;
    uint64_t gap;   /* from one start to the next */
    uint64_t space; /* from the last start of the run before to the first of this one */
};

struct table {
    const char *name;
    uint32_t count;
    int64_t first; /* the lowest start, from the section */
    unsigned run_count;
    struct run runs[MAX_RUNS];
};

/* --- Tables --------------------------------------------------------------------------------------------- */

static void add_run(struct table *table, uint32_t count, uint64_t gap, uint64_t space)
{
    table->runs[table->run_count++] = (struct run){count, gap, space};
    table->count += count;
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
    const uint32_t each = count / MAX_RUNS;
    (void)reach;
    for (unsigned i = 0; i < MAX_RUNS; i++)
        add_run(table, each + (i == 0 ? count % MAX_RUNS : 0), gap_number(i), gap_number(i));
}

static void exponential_falling(struct table *table, uint32_t count, int64_t reach)
{
    const uint32_t each = count / MAX_RUNS;
    (void)reach;
    for (unsigned i = MAX_RUNS; i-- > 0;)
        add_run(table, each + (i == 0 ? count % MAX_RUNS : 0), gap_number(i), gap_number(i));
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
    const uint32_t each = count / MAX_RUNS;
    (void)reach;
    for (unsigned i = 0; i < MAX_RUNS; i++)
        add_run(table, each + (i == MAX_RUNS - 1 ? count % MAX_RUNS : 0), SIZE, 0x1000000);
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
    uint64_t start = (uint64_t)table->first - table->runs[0].space;
    for (unsigned i = 0; i < table->run_count; i++) {
        const struct run *const run = &table->runs[i];
        start += run->space;
        if (number < run->count)
            return (int64_t)(start + number * run->gap);
        number -= run->count;
        start += (run->count - 1) * run->gap;
    }
    return (int64_t)start;
}

/* --- Sections ------------------------------------------------------------------------------------------- */

static void add_function(struct section *section, int64_t start, uint32_t number)
{
    gen_add_function(section, start, SIZE);
    struct row *const row = gen_add_row(section, 0);
    row->word_size = 2;
    row->cfa.offset += 8 * (int64_t)number;
}

static void begin_window(struct section *section, uint32_t first)
{
    section->functions_before = first;
    section->function_count = 0;
    section->row_count = 0;
}

/* Appends the entries of a run, whose first one is number `first`.  They are encoded as if they came first in
 * the table; then their offsets are changed for their place. */
static bool append_run(struct emitter *emitter, const struct table *table, const struct run *run,
                       uint32_t first)
{
    struct section *const section = &emitter->section;
    const struct encoded *const encoded = &emitter->encoded;
    const uint32_t entry = gen_entry_bytes(section->profile);
    const int64_t start = start_of(table, first);
    const uint64_t gap = run->count > 1 ? run->gap : UINT64_C(2) * SIZE;
    begin_window(section, first);
    add_function(section, start, first);
    add_function(section, run->count > 1 || start < 0 ? start + (int64_t)gap : start, first + 1);
    if (!gen_make_bytes(emitter))
        return false;
    gen_repeat_encoded(emitter, encoded->functions_begin, entry, run->count);
    const struct field *const field = gen_find_field(encoded, FIELD_FRE_OFF, 0, -1, -1);
    gen_parts_add_to(&gen_counted, field->offset - encoded->functions_begin, field->width,
                     (uint64_t)first * (encoded->data_at[1] - encoded->data_at[0]));
    if (gen_starts_pcrel(section))
        gen_parts_add_to(&gen_counted, 0, gen_profile_facts[section->profile].start_width,
                         0 - (uint64_t)first * entry);
    return true;
}

/* Appends the header, which counts all functions and their data, and begins the parts. */
static bool append_header(struct emitter *emitter, const struct table *table)
{
    struct section *const section = &emitter->section;
    const struct encoded *const encoded = &emitter->encoded;
    const uint32_t missing = table->count - 2;
    begin_window(section, 0);
    add_function(section, FUNCTIONS_BEGIN, 0);
    add_function(section, FUNCTIONS_BEGIN + SIZE, 1);
    if (!gen_make_bytes(emitter))
        return false;
    gen_counted_begin(emitter);
    gen_count_more(emitter, FIELD_NUM_FDES, -1, missing);
    gen_count_more(emitter, FIELD_NUM_FRES, -1, missing);
    gen_count_more(emitter, FIELD_FRE_LEN, -1, missing * (encoded->data_at[1] - encoded->data_at[0]));
    gen_count_more(emitter, FIELD_FREOFF, -1, missing * gen_entry_bytes(section->profile));
    gen_append_encoded(emitter, 0, encoded->functions_begin);
    return true;
}

static bool make_table(struct emitter *emitter, const struct table *table)
{
    const struct encoded *const encoded = &emitter->encoded;
    struct section *const section = &emitter->section;
    uint32_t first = 0;
    if (!append_header(emitter, table))
        return false;
    for (unsigned i = 0; i < table->run_count; first += table->runs[i++].count)
        if (!append_run(emitter, table, &table->runs[i], first))
            return false;
    begin_window(section, 0);
    add_function(section, start_of(table, 0), 0);
    add_function(section, start_of(table, 1), 1);
    if (!gen_make_bytes(emitter))
        return false;
    gen_repeat_encoded(emitter, encoded->rows_begin, encoded->data_at[1] - encoded->data_at[0], table->count);
    const bool is_whole = table->count <= MAX_FUNCTIONS;
    begin_window(section, 0);
    for (uint32_t i = 0; is_whole && i < table->count; i++)
        add_function(section, start_of(table, i), i);
    return gen_counted_end(emitter, is_whole);
}

/* --- Questions ------------------------------------------------------------------------------------------ */

static void look_into(struct emitter *emitter, const struct table *table, uint32_t number, int64_t place,
                      const char *name)
{
    if (table->count > MAX_FUNCTIONS) {
        begin_window(&emitter->section, number);
        add_function(&emitter->section, start_of(table, number), number);
    }
    gen_look_at(emitter, (uint64_t)(start_of(table, number) + place), name);
}

static void look_at_start(struct emitter *emitter, const struct table *table, uint32_t number)
{
    look_into(emitter, table, number, 0, SAY(emitter->detail, "start-%u", number));
}

static void ask_table(struct emitter *emitter, const struct table *table)
{
    const uint32_t last = table->count - 1;
    gen_demand_class(emitter, CLASS_VALID);
    gen_emit(emitter, OPERATION_CHECK, 0, "whole");
    look_into(emitter, table, 0, -1, "below");
    look_into(emitter, table, last, SIZE - 1, "last-byte");
    look_into(emitter, table, last, SIZE, "behind");
    for (uint32_t i = 0; i < table->count && !emitter->stopped; i++)
        look_at_start(emitter, table, i);
}

static void every_table(struct emitter *emitter)
{
    static const uint32_t counts[] = {32, 64, 128, 129};
    for (unsigned i = 0; i < COUNT(shapes) * COUNT(counts) && !emitter->stopped; i++) {
        static char shape[MAX_ID];
        struct table table = {.name = shapes[i / COUNT(counts)].name, .first = FUNCTIONS_BEGIN};
        shapes[i / COUNT(counts)].fill(&table, counts[i % COUNT(counts)], reach_of(emitter->profile));
        SAY(shape, "search-%s-%u", table.name, table.count);
        struct section *const section = gen_start(emitter, shape);
        section->address = UINT64_C(1) << 63; /* so that no start wraps */
        section->flags |= FLAG_PCREL;
        if (!make_table(emitter, &table))
            return;
        ask_table(emitter, &table);
    }
}

/* The search is the same on all ABIs and for both kinds of start: tables are made as producers write them. */
void gen_family_searches(struct emitter *emitter)
{
    if (applies(V2E2 | V3, AMD, emitter->profile, emitter->abi))
        every_table(emitter);
}
