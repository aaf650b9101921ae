/* Thresholds: as many functions or rows as a number of 7, 8, 10, 12, 14, 15 or 16 bits can count, one less
 * and one more; rows so far from the first one that their offset needs 16 bits, or 17; PCs that many blocks
 * behind a function's start; and one broken function behind healthy ones, more than a reader may have
 * checked.
 *
 * The sections are described by parts: see shapes/counted.h.  Where a model can hold the whole, its bytes
 * must be those that the parts make. */
#include "families.h"
#include "shapes/counted.h"
#include "shapes/faults.h"
#include "sizes.h"

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
    struct section *const section = gen_start(emitter, gen_name_size(what, count, "-counted", 0));
    if (count >= LARGE)
        section->flags |= flags_defined(emitter->profile) & FLAG_PCREL;
    return section;
}

/* --- Functions ------------------------------------------------------------------------------------------ */

enum { SIZE = 16, PERIOD = 32 };

struct crowd {
    const char *name;
    bool descending; /* the first entry has the highest start */
    uint32_t count;
};

static int64_t start_of(const struct crowd *crowd, uint32_t number)
{
    return FUNCTIONS_BEGIN + (int64_t)PERIOD * (crowd->descending ? crowd->count - 1 - number : number);
}

/* Models `count` functions, from number `first` on.  Each has a CFA of its own, which counts up by 8. */
static void model_functions(struct section *section, const struct crowd *crowd, uint32_t first,
                            uint32_t count)
{
    section->functions_before = first;
    section->function_count = 0;
    section->row_count = 0;
    for (uint32_t i = first; i < first + count; i++) {
        gen_add_function(section, start_of(crowd, i), SIZE);
        struct row *const row = gen_add_row(section, 0);
        row->word_size = 4;
        row->cfa.offset += 8 * (int64_t)i;
    }
}

static bool make_functions(struct emitter *emitter, const struct crowd *crowd)
{
    struct section *const section = &emitter->section;
    const struct encoded *const encoded = &emitter->encoded;
    const uint32_t entry = gen_entry_bytes(section->profile), missing = crowd->count - 2;
    model_functions(section, crowd, 0, 2);
    if (!gen_make_bytes(emitter))
        return false;
    const uint32_t data = encoded->data_at[1] - encoded->data_at[0];
    gen_counted_begin(emitter);
    gen_count_more(emitter, FIELD_NUM_FDES, -1, missing);
    gen_count_more(emitter, FIELD_NUM_FRES, -1, missing);
    gen_count_more(emitter, FIELD_FRE_LEN, -1, missing * data);
    gen_count_more(emitter, FIELD_FREOFF, -1, missing * entry);
    gen_append_encoded(emitter, 0, encoded->functions_begin);
    gen_repeat_encoded(emitter, encoded->functions_begin, entry, crowd->count);
    gen_repeat_encoded(emitter, encoded->rows_begin, data, crowd->count);
    const bool is_whole = crowd->count <= MAX_FUNCTIONS;
    if (is_whole)
        model_functions(section, crowd, 0, crowd->count);
    return gen_counted_end(emitter, is_whole);
}

/* A lookup of a place that counts from the start of function `number`. */
static void look_into(struct emitter *emitter, const struct crowd *crowd, uint32_t number, int64_t place,
                      const char *name)
{
    if (crowd->count > MAX_FUNCTIONS)
        model_functions(&emitter->section, crowd, number, 1);
    gen_ask_one(emitter, OPERATION_LOOKUP,
                emitter->section.address + (uint64_t)(start_of(crowd, number) + place), name);
}

static void ask_functions(struct emitter *emitter, const struct crowd *crowd)
{
    const uint32_t last = crowd->count - 1;
    gen_demand_class(emitter, CLASS_VALID);
    look_into(emitter, crowd, last, 4, "last");
    if (is_asked_at_the_end_only(crowd->count) || crowd->count == MOST)
        return;
    look_into(emitter, crowd, last - 1, SIZE - 1, "before-last");
    look_into(emitter, crowd, 0, 0, "first");
    look_into(emitter, crowd, crowd->count / 2, 4, "middle");
    look_into(emitter, crowd, crowd->descending ? 0 : last, SIZE, "behind");
    gen_ask_one(emitter, OPERATION_CHECK, 0, "whole");
    if (crowd->count >= LARGE)
        return;
    look_into(emitter, crowd, crowd->descending ? last : 0, -1, "below");
    look_into(emitter, crowd, crowd->count / 2, SIZE, "gap");
}

static void every_crowd(struct emitter *emitter)
{
    for (unsigned descending = 0; descending < (is_in(E2ON, emitter->profile) ? 2U : 1U); descending++) {
        for (unsigned i = 0; i < COUNT(thresholds); i++) {
            struct crowd crowd = {descending != 0 ? "functions-unsorted" : "functions", descending != 0,
                                  thresholds[i]};
            if (!is_threshold_wanted(emitter, emitter->abi, crowd.count) ||
                (is_asked_at_the_end_only(crowd.count) && crowd.descending))
                continue;
            struct section *const section = begin_threshold(emitter, crowd.name, crowd.count);
            if (crowd.descending)
                section->flags &= (uint8_t)~FLAG_SORTED;
            if (!make_functions(emitter, &crowd))
                return;
            ask_functions(emitter, &crowd);
        }
    }
}

/* --- Rows ----------------------------------------------------------------------------------------------- */

enum { STEP = 4 };

/* Adds `count` rows, from number `first` on, to the last function, which has `all` rows. */
static void add_rows(struct section *section, uint32_t all, uint32_t first, uint32_t count)
{
    struct function *const function = &section->functions[section->function_count - 1];
    function->fre_type = all <= 16384 ? FRE_ADDR2 : FRE_ADDR4;
    function->rows_before = first;
    for (uint32_t i = first; i < first + count; i++) {
        struct row *const row = gen_add_row(section, i * STEP);
        row->word_size = 4;
        row->cfa.offset += 8 * (int64_t)i;
    }
}

static void model_rows(struct section *section, uint32_t all, uint32_t first, uint32_t count)
{
    section->function_count = 0;
    section->row_count = 0;
    gen_add_function(section, FUNCTIONS_BEGIN, all * STEP);
    add_rows(section, all, first, count);
}

/* Makes the parts from a template in which the first function has two rows. */
static void repeat_rows(struct emitter *emitter, uint32_t count)
{
    const struct encoded *const encoded = &emitter->encoded;
    const uint32_t row = encoded->row_at[1] - encoded->row_at[0], missing = count - 2;
    gen_counted_begin(emitter);
    gen_count_more(emitter, FIELD_NUM_FRES, -1, missing);
    gen_count_more(emitter, FIELD_FRE_LEN, -1, missing * row);
    gen_count_more(emitter, FIELD_FUNC_NUM_FRES, 0, missing);
    if (emitter->section.function_count > 1)
        gen_count_more(emitter, FIELD_FRE_OFF, 1, missing * row);
    gen_append_encoded(emitter, 0, encoded->row_at[0]);
    gen_repeat_encoded(emitter, encoded->row_at[0], row, count);
    gen_append_encoded(emitter, encoded->row_at[1] + row, encoded->length);
}

static bool make_rows(struct emitter *emitter, uint32_t count)
{
    struct section *const section = &emitter->section;
    model_rows(section, count, 0, 2);
    if (!gen_make_bytes(emitter))
        return false;
    repeat_rows(emitter, count);
    const bool is_whole = count <= MAX_ROWS;
    if (is_whole)
        model_rows(section, count, 0, count);
    return gen_counted_end(emitter, is_whole);
}

static void look_at_row(struct emitter *emitter, uint32_t all, uint32_t row, uint32_t place, const char *name)
{
    if (all > MAX_ROWS)
        model_rows(&emitter->section, all, row, 1);
    gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)row * STEP + place, name);
}

static void every_row_count(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(thresholds); i++) {
        const uint32_t count = thresholds[i];
        if (!is_threshold_wanted(emitter, emitter->abi, count) ||
            (gen_profile_facts[emitter->profile].has_attribute && count > UINT16_MAX))
            continue;
        begin_threshold(emitter, "rows", count);
        if (!make_rows(emitter, count))
            return;
        gen_demand_class(emitter, CLASS_VALID);
        look_at_row(emitter, count, count - 1, 0, "last");
        if (is_asked_at_the_end_only(count))
            continue;
        look_at_row(emitter, count, count - 2, STEP - 1, "before-last");
        look_at_row(emitter, count, 0, 0, "first");
        look_at_row(emitter, count, count / 2, 1, "middle");
        look_at_row(emitter, count, count - 1, STEP, "behind");
        gen_ask_one(emitter, OPERATION_CHECK, 0, "whole");
    }
}

/* --- Rows far from the first ---------------------------------------------------------------------------- */

/* A function with `count` rows of four bytes each, `modelled` of them from number `first` on in the model;
 * and behind it a function whose rows lie behind those. */
static void model_far(struct section *section, uint32_t count, uint32_t first, uint32_t modelled)
{
    section->function_count = 0;
    section->row_count = 0;
    struct function *const before = gen_add_function(section, FUNCTIONS_BEGIN, count);
    before->fre_type = FRE_ADDR2;
    before->rows_before = first;
    for (uint32_t i = 0; i < modelled; i++)
        gen_add_row(section, first + i);
    gen_add_function(section, FUNCTIONS_BEGIN + 0x10000, 0x20);
    gen_add_prologue(section, 8);
}

static void one_far_row(struct emitter *emitter, uint32_t count)
{
    struct section *const section = begin_threshold(emitter, "rows-before", count);
    model_far(section, count, 0, 2);
    if (!gen_make_bytes(emitter))
        return;
    repeat_rows(emitter, count);
    if (!gen_counted_end(emitter, false))
        return;
    gen_demand_class(emitter, CLASS_VALID);
    gen_look_at(emitter, FUNCTIONS_BEGIN + 0x10000, "far-first-row");
    gen_look_at(emitter, FUNCTIONS_BEGIN + 0x1001f, "far-last-row");
    model_far(section, count, count - 1, 1);
    gen_look_at(emitter, FUNCTIONS_BEGIN + (uint64_t)count - 1, "last-before");
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
    gen_start(emitter, gen_name_size("blocks-far", BLOCKS, "", 0));
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
    const uint32_t last = crowd->count - 1, entry = gen_entry_bytes(emitter->section.profile);
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
    look_into(emitter, crowd, last, 4, "last");
    if (!is_start && emitter->fault_of.clause != NULL)
        return; /* a reader of the whole section refuses lookups of other functions too */
    look_into(emitter, crowd, 0, 0, "first");
    if (crowd->count > MAX_FUNCTIONS)
        model_functions(&emitter->section, crowd, last, 1);
    if (is_start)
        emitter->section.rows[emitter->section.row_count - 1].start = 1;
    gen_ask_one(emitter, OPERATION_LOOKUP,
                emitter->section.address + (uint64_t)start_of(crowd, last), "last-first-byte");
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
        const struct crowd crowd = {"functions", false, healthy[i / COUNT(broken)] + 1};
        const struct broken *const one = &broken[i % COUNT(broken)];
        gen_start(emitter, gen_name_size(one->name, crowd.count - 1, "-healthy", 0));
        if (one->lie == NULL)
            SAY(twin, "%s", emitter->shape);
        if (!make_functions(emitter, &crowd))
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
