/* Thresholds: as many functions or rows as a number of 7, 8, 10, 12, 14, 15 or 16 bits can count, one less
 * and one more; rows so far from the first one that their offset needs 16 bits, or 17; PCs that many blocks
 * behind a function's start; and one broken function behind healthy ones, more than a reader may have
 * checked.
 *
 * The sections are described by parts: see shapes/counted.h. */
#include "families.h"
#include "shapes/counted.h"
#include "shapes/faults.h"

static const uint32_t thresholds[] = {64,   127,  128,   129,   255,   256,   257,  1023,
                                      1024, 1025, 4096, 16384, 32767, 65535, 65536, 65537};

/* A reader that goes through all of a section of LARGE functions for each question takes some milliseconds,
 * so such a section has one question; MOST and GREATEST, between which 16 bits overflow, have a few. */
enum { LARGE = 4096, MOST = UINT16_MAX, GREATEST = 65537 };

static bool is_asked_at_the_end_only(uint32_t count)
{
    return count >= LARGE && count != MOST && count != GREATEST;
}

/* Other ABIs than AMD64 have only sizes just beyond seven and eight bits.  begin_threshold() sets flag 0x4 in
 * large sections, as producers do, so the family's run that sets it makes none of them. */
static bool is_threshold_wanted(const struct emitter *emitter, enum abi abi, uint32_t count)
{
    return !emitter->stopped &&
           (is_in(AMD, abi) ? count < LARGE || !emitter->pcrel : count == 129 || count == 257);
}

static struct section *begin_threshold(struct emitter *emitter, const char *what, uint32_t count)
{
    struct section *const section = gen_start(emitter, gen_name_size(what, count, "-counted"));
    if (count >= LARGE)
        section->flags |= gen_profile_facts[emitter->profile].flags_defined & FLAG_PCREL;
    return section;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

enum { SIZE = 16, PERIOD = 32 };

/* Each has a CFA of its own, which counts up by 8; and so do rows, below. */
static void add_row(struct section *section, uint32_t start, uint32_t number)
{
    struct row *const row = gen_add_row(section, start);
    row->word_size = 4;
    row->cfa.offset += 8 * (int64_t)number;
}

static void add_from(struct section *section, uint32_t first, uint32_t count, int64_t start, int64_t period)
{
    for (uint32_t i = first; i < first + count; i++) {
        gen_add_function(section, start + period * i, SIZE);
        add_row(section, 0, i);
    }
}

static void add_ascending(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    (void)crowd;
    add_from(section, first, count, FUNCTIONS_BEGIN, PERIOD);
}

/* The first entry has the highest start. */
static void add_descending(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    add_from(section, first, count, FUNCTIONS_BEGIN + (int64_t)PERIOD * (crowd->count - 1), -PERIOD);
}

static void ask_functions(struct emitter *emitter, const struct crowd *crowd)
{
    const uint32_t last = crowd->count - 1;
    const bool descending = crowd->add == add_descending;
    gen_demand_class(emitter, CLASS_VALID);
    gen_look_into(emitter, crowd, last, 4, "last");
    if (is_asked_at_the_end_only(crowd->count) || crowd->count == MOST)
        return;
    gen_look_into(emitter, crowd, last - 1, SIZE - 1, "before-last");
    gen_look_into(emitter, crowd, 0, 0, "first");
    gen_look_into(emitter, crowd, crowd->count / 2, 4, "middle");
    gen_look_into(emitter, crowd, descending ? 0 : last, SIZE, "behind");
    gen_ask_one(emitter, OPERATION_CHECK, 0, "whole");
    if (crowd->count >= LARGE)
        return;
    gen_look_into(emitter, crowd, descending ? last : 0, -1, "below");
    gen_look_into(emitter, crowd, crowd->count / 2, SIZE, "gap");
}

static void every_crowd(struct emitter *emitter)
{
    for (unsigned descending = 0; descending < (is_in(E2ON, emitter->profile) ? 2U : 1U); descending++) {
        for (unsigned i = 0; i < COUNT(thresholds); i++) {
            const struct crowd crowd = {.count = thresholds[i],
                                        .period = 1,
                                        .add = descending != 0 ? add_descending : add_ascending};
            if (!is_threshold_wanted(emitter, emitter->abi, crowd.count) ||
                (is_asked_at_the_end_only(crowd.count) && descending != 0))
                continue;
            struct section *const section =
                begin_threshold(emitter, descending != 0 ? "functions-unsorted" : "functions", crowd.count);
            if (descending != 0)
                section->flags &= (uint8_t)~FLAG_SORTED;
            if (!gen_make_crowd(emitter, &crowd))
                return;
            ask_functions(emitter, &crowd);
        }
    }
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

enum { STEP = 4 };

static void add_rows(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    struct function *const function = gen_add_function(section, FUNCTIONS_BEGIN, crowd->count * STEP);
    function->fre_type = crowd->count <= 16384 ? FRE_ADDR2 : FRE_ADDR4;
    for (uint32_t i = first; i < first + count; i++)
        add_row(section, i * STEP, i);
}

static void every_row_count(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(thresholds); i++) {
        const struct crowd rows = {.of_rows = true, .count = thresholds[i], .period = 1, .add = add_rows};
        if (!is_threshold_wanted(emitter, emitter->abi, rows.count) ||
            (gen_profile_facts[emitter->profile].has_attribute && rows.count > UINT16_MAX))
            continue;
        begin_threshold(emitter, "rows", rows.count);
        if (!gen_make_crowd(emitter, &rows))
            return;
        gen_demand_class(emitter, CLASS_VALID);
        gen_look_into(emitter, &rows, rows.count - 1, 0, "last");
        if (is_asked_at_the_end_only(rows.count))
            continue;
        gen_look_into(emitter, &rows, rows.count - 2, STEP - 1, "before-last");
        gen_look_into(emitter, &rows, 0, 0, "first");
        gen_look_into(emitter, &rows, rows.count / 2, 1, "middle");
        gen_look_into(emitter, &rows, rows.count - 1, STEP, "behind");
        gen_ask_one(emitter, OPERATION_CHECK, 0, "whole");
    }
}

/* --- Rows far from the first ---------------------------------------------------------------------------- */

/* A function with rows of four bytes each, and behind it a function whose rows lie behind those. */
static void add_far(struct section *section, const struct crowd *crowd, uint32_t first, uint32_t count)
{
    struct function *const before = gen_add_function(section, FUNCTIONS_BEGIN, crowd->count);
    before->fre_type = FRE_ADDR2;
    for (uint32_t i = 0; i < count; i++)
        gen_add_row(section, first + i);
    gen_add_function(section, FUNCTIONS_BEGIN + 0x10000, 0x20);
    gen_add_prologue(section, 8);
}

static void one_far_row(struct emitter *emitter, uint32_t count)
{
    const struct crowd rows = {.of_rows = true, .count = count, .period = 1, .add = add_far};
    begin_threshold(emitter, "rows-before", count);
    if (!gen_make_crowd(emitter, &rows))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_look_at(emitter, FUNCTIONS_BEGIN + 0x10000, "far-first-row");
    gen_look_at(emitter, FUNCTIONS_BEGIN + 0x1001f, "far-last-row");
    gen_look_into(emitter, &rows, count - 1, 0, "last-before");
}

static void every_far_row(struct emitter *emitter)
{
    static const uint32_t counts[] = {8191, 8192, 16383, 16384, 32767, 32768};
    for (unsigned i = 0; i < COUNT(counts); i++)
        if (is_in(AMD | ARM_BE, emitter->abi) && is_threshold_wanted(emitter, ABI_AMD64, counts[i]))
            one_far_row(emitter, counts[i]);
}

/* --- Blocks --------------------------------------------------------------------------------------------- */

enum { BLOCKS = 70000 };

static void every_far_block(struct emitter *emitter)
{
    gen_start(emitter, gen_name_size("blocks-far", BLOCKS, ""));
    gen_add_clear_stub(&emitter->section, FUNCTIONS_BEGIN, 16, BLOCKS);
    if (!is_in(AMD | ARM_BE, emitter->abi) || !gen_make_bytes(emitter))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_ask_one(emitter, OPERATION_CHECK, 0, "whole");
    for (unsigned i = 0; i < COUNT(thresholds) && !emitter->stopped; i++) {
        gen_look_at(emitter, FUNCTIONS_BEGIN + 16 * (uint64_t)thresholds[i] + (i % 2 == 0 ? 7 : 8),
                    SAY(emitter->detail, "block-%u", thresholds[i]));
    }
}

/* --- One broken function behind many -------------------------------------------------------------------- */

enum { OF_ENTRIES = 1, OF_ROWS = 2 /* parts of a crowd */ };

/* How the last function is broken: a statement, and a lie that says what the check reports. */
struct broken {
    const char *name, *clause, *way;
    void (*lie)(struct emitter *emitter, const struct crowd *crowd);
};

static void lie_index(struct emitter *emitter, const struct crowd *crowd)
{
    const uint32_t begin = emitter->encoded.functions_begin;
    const uint32_t at = gen_fault_field(emitter, FIELD_FRE_OFF, 0)->offset - begin;
    const uint32_t last = crowd->count - 1, entry = gen_profile_facts[emitter->section.profile].entry_size;
    gen_parts_lie(&gen_counted, OF_ENTRIES, last, at, 4,
                  (uint64_t)crowd->count * gen_counted.list[OF_ROWS].length);
    gen_report(emitter, NULL, begin + last * entry + at, MAL);
}

static void lie_words(struct emitter *emitter, const struct crowd *crowd)
{
    const struct encoded *const encoded = &emitter->encoded;
    const uint32_t at = encoded->row_info_at[0];
    gen_parts_lie(&gen_counted, OF_ROWS, crowd->count - 1, at - encoded->rows_begin, 1,
                  encoded->bytes[at] | 15U << 1);
    gen_report(emitter, NULL, gen_counted.length, MAL);
}

static void lie_start(struct emitter *emitter, const struct crowd *crowd)
{
    const uint32_t at = emitter->encoded.row_at[0] - emitter->encoded.rows_begin;
    const uint32_t data = gen_counted.list[OF_ROWS].length;
    gen_parts_lie(&gen_counted, OF_ROWS, crowd->count - 1, at, 1, 1);
    gen_report(emitter, NULL, gen_counted.length - data + at, IRR);
}

static void ask_broken(struct emitter *emitter, const struct crowd *crowd, bool is_start)
{
    const uint32_t last = crowd->count - 1;
    gen_ask_one(emitter, OPERATION_CHECK, 0, "whole");
    gen_look_into(emitter, crowd, last, 4, "last");
    if (!is_start && emitter->fault_of.clause != NULL)
        return; /* a reader of the whole section refuses lookups of other functions too */
    gen_look_into(emitter, crowd, 0, 0, "first");
    const uint64_t pc = gen_open_window(emitter, crowd, last);
    if (is_start)
        emitter->section.rows[emitter->section.row_count - 1].start = 1;
    gen_ask_one(emitter, OPERATION_LOOKUP, pc, "last-first-byte");
}

static void every_broken(struct emitter *emitter)
{
    static const struct broken broken[] = {
        {"functions", NULL, NULL, NULL},
        {"index-beyond", "fde.fre-off-inside", "the last index leads to the end of the rows", lie_index},
        {"row-beyond", "fre.inside", "the last row counts fifteen words", lie_words},
        {"row-at-1", "fre.start-first", "the last row starts a byte behind its function's start", lie_start},
    };
    static const uint32_t healthy[] = {17, 101, 1025};
    static char twin[MAX_ID];
    for (unsigned i = 0; i < COUNT(healthy) * COUNT(broken) && is_in(AMD, emitter->abi) && !emitter->stopped;
         i++) {
        const struct crowd crowd = {
            .count = healthy[i / COUNT(broken)] + 1, .period = 1, .add = add_ascending};
        const struct broken *const one = &broken[i % COUNT(broken)];
        gen_start(emitter, gen_name_size(one->name, crowd.count - 1, "-healthy"));
        if (one->lie == NULL)
            SAY(twin, "%s", emitter->vector.shape);
        if (!gen_make_crowd(emitter, &crowd))
            return;
        gen_demand_class(emitter, CLASS_VALID);
        if (one->lie != NULL) {
            gen_differs_from(emitter, twin, one->clause, one->way);
            one->lie(emitter, &crowd);
        }
        ask_broken(emitter, &crowd, one->lie == lie_start);
    }
}

void gen_family_thresholds(struct emitter *emitter)
{
    if (!is_in(V1 | V2E2 | V3, emitter->profile))
        return;
    every_crowd(emitter);
    every_row_count(emitter);
    every_far_row(emitter);
    every_far_block(emitter);
    every_broken(emitter);
}
