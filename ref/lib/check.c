/* sfr_check: reads a whole section and reports every violation, each with its clause and offset. */
#include "ranges.h"
#include "walk.h"

struct check {
    const struct sfr_section *section;
    struct sink *sink;
    uint8_t *owned; /* a bit for each byte of the row sub-section */
    uint64_t rows;  /* distinct ones */
    bool broken;    /* a function or a row could not be read, so totals mean nothing */
};

/* --- Who owns which byte ------------------------------------------------------------------------------ */

/* Marks the bytes FROM to TO as owned.  True if none of them was owned before. */
static bool own(struct check *check, size_t from, size_t to)
{
    unsigned taken = 0;
    const size_t end = to - check->section->fres;
    for (size_t at = from - check->section->fres, bits; at < end; at += bits) {
        const unsigned first = at % 8;
        bits = end - at < 8 - first ? end - at : 8 - first;
        const unsigned mask = ((1U << bits) - 1) << first;
        taken |= check->owned[at / 8] & mask;
        check->owned[at / 8] |= (uint8_t)mask;
    }
    return taken == 0;
}

static bool is_owned(const struct check *check, size_t offset)
{
    const size_t at = offset - check->section->fres;
    return (check->owned[at / 8] >> at % 8 & 1) != 0;
}

/* Reports that the path's function shares rows.  Once is enough, as all its later rows are shared, too. */
static void report_shared(const struct check *check, struct path *path, size_t at, size_t size)
{
    if (!path->reported)
        sfr_breach(check->sink, SFR_fre_unshared, SFR_IRREGULAR, at, size, 0);
    path->reported = true;
}

/* Marks an attribute or a row as owned, and reports shared bytes.  True if its first byte was not owned. */
static bool claim(struct check *check, struct path *path, size_t from, size_t to)
{
    const bool taken = is_owned(check, from);
    if (!own(check, from, to))
        report_shared(check, path, from, to - from);
    return !taken;
}

static void check_orphans(const struct check *check)
{
    bool before = true;
    for (size_t at = check->section->fres; at < check->section->fres_end; at++) {
        const bool now = is_owned(check, at);
        if (before && !now)
            sfr_breach(check->sink, SFR_fre_owned, SFR_IRREGULAR, at, check->section->bytes[at], 0);
        before = now;
    }
}

/* --- Functions and rows ------------------------------------------------------------------------------- */

static void check_functions(struct check *check)
{
    struct sfr_function function;
    for (uint32_t i = 0; i < check->section->function_count; i++)
        if (sfr_read_function(check->section, i, &function, check->sink))
            sfr_check_function(check->section, &function, check->sink);
        else
            check->broken = true;
}

static void check_row_of_path(struct check *check, struct walk *walk)
{
    sfr_check_row_start(check->section, &walk->function, &walk->row, walk->path.first,
                        walk->path.previous_start, check->sink);
    sfr_check_row(check->section, &walk->function, &walk->row, check->sink);
    check->rows += claim(check, &walk->path, walk->row.offset, walk->row.next);
}

/* Two paths have the same rows from here on.  The first one is also checked as a row of the path that ends. */
static void check_meeting(struct check *check, struct walk *walk)
{
    struct sink silent = {0};
    struct sfr_row row;
    if (!sfr_read_row(check->section, &walk->function, walk->meeting, &row, &silent))
        return; /* the path that goes on reports it */
    sfr_check_row_start(check->section, &walk->function, &row, walk->path.first, walk->path.previous_start,
                        check->sink);
    sfr_check_row(check->section, &walk->function, &row, check->sink);
    report_shared(check, &walk->path, walk->meeting, row.next - walk->meeting);
}

/* Checks all rows, and counts them for check_totals(). */
static void check_rows(struct check *check, uint32_t *scratch)
{
    struct walk walk;
    sfr_walk_begin(&walk, check->section, scratch, check->sink);
    for (;;)
        switch (sfr_walk_next(&walk)) {
        case WALK_FUNCTION:
            if (walk.function.attribute != 0)
                (void)claim(check, &walk.path, walk.function.attribute, walk.function.rows);
            break;
        case WALK_ROW:
            check_row_of_path(check, &walk);
            break;
        case WALK_MEETS:
            check_meeting(check, &walk);
            break;
        case WALK_FAULT:
            check->broken = true;
            break;
        default:
            return;
        }
}

static void check_totals(const struct check *check)
{
    if (check->broken)
        return;
    check_orphans(check);
    if (check->rows != check->section->num_fres)
        /* [header.num-fres] */
        sfr_breach(check->sink, SFR_header_fre_total, SFR_IRREGULAR, 0x0c, check->section->num_fres,
                   check->rows);
}

/* --- Order and overlap -------------------------------------------------------------------------------- */

/* An entry out of order is one violation, even if the flag is set: [flags.sorted] says no more than the chapter
 * on the array does.  The order is that of addresses: starts that count from their own fields need not ascend
 * as they are stored. */
static void check_order(const struct check *check)
{
    const struct sfr_section *const section = check->section;
    const bool always = states(section, SFR_fde_sorted_array);
    const bool flagged = (section->flags & SFR_SORTED) != 0;
    int64_t last = INT64_MIN;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const int64_t start = function_range(section, manner_of(section), i).start;
        if (start < last && (flagged || always))
            sfr_breach(check->sink, always ? SFR_fde_sorted_array : SFR_fde_sorted_flagged, SFR_IRREGULAR,
                       start_field(section, manner_of(section), i), (uint64_t)start, (uint64_t)last);
        last = start;
    }
}

/* Functions that wrap at INT64_MAX hold the lowest addresses; *LAST is the last of these.  False: none do. */
static bool reach_around(const struct sfr_section *section, int64_t *last)
{
    bool any = false;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct range range = function_range(section, manner_of(section), i);
        const int64_t end = (int64_t)((uint64_t)range.start + range.size);
        if (range.start >= 0 && end < 0 && end > INT64_MIN && (!any || end - 1 > *last)) {
            any = true;
            *last = end - 1;
        }
    }
    return any;
}

static uint64_t start_key(const struct sfr_section *section, uint32_t index)
{
    return (uint64_t)function_range(section, manner_of(section), index).start ^ UINT64_C(1) << 63;
}

/* Reports each function that starts inside an earlier one, in the order of starts. */
static void check_overlap(const struct check *check, uint32_t *scratch)
{
    const uint32_t *const order = sfr_sort_functions(check->section, scratch, start_key);
    int64_t last = 0;
    bool any = reach_around(check->section, &last);
    for (uint32_t i = 0; i < check->section->function_count; i++) {
        const struct range range = function_range(check->section, manner_of(check->section), order[i]);
        if (range.size == 0)
            continue;
        if (any && range.start <= last)
            sfr_breach(check->sink, SFR_fde_overlap, SFR_IRREGULAR,
                       start_field(check->section, manner_of(check->section), order[i]),
                       (uint64_t)range.start, (uint64_t)last + 1);
        if (!any || range_last(range) > last)
            last = range_last(range);
        any = true;
    }
}

/* --- The whole ---------------------------------------------------------------------------------------- */

/* Two index arrays over at most size / 16 functions, a bit for each row byte, and room to align. */
size_t sfr_check_scratch(size_t size)
{
    return size / 2 + size / 8 + 16;
}

enum sfr_verdict sfr_check(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                           void *scratch, size_t scratch_size, const struct sfr_report *report)
{
    struct sfr_section section;
    struct sink sink = {.report = report};
    sink.verdict = sfr_open(&section, bytes, size, address, profile, report);
    if (sink.verdict == SFR_MALFORMED)
        return sink.verdict;
    if (scratch == NULL || scratch_size < sfr_check_scratch(size))
        return SFR_UNFINISHED;
    uint32_t *const indices = sfr_indices(scratch);
    struct check check = {.section = &section, .sink = &sink};
    check.owned = (uint8_t *)(indices + (size_t)section.function_count * 2);
    for (size_t i = 0; i <= (section.fres_end - section.fres) / 8; i++)
        check.owned[i] = 0;
    check_order(&check);
    check_overlap(&check, indices);
    check_functions(&check);
    check_rows(&check, indices);
    check_totals(&check);
    return sink.verdict;
}
