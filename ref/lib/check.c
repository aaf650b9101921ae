/* Checking: every violation of a section, each with its clause and offset. */
#include "ranges.h"

/* Rows that functions share are walked for each of them, but not for ever. */
enum { WALKED_PER_BYTE = 16 };

struct check {
    const struct sfr_section *section;
    struct sink *sink;
    uint8_t *owned;           /* a bit for each byte of the row sub-section, or NULL */
    uint64_t rows, walk_left; /* distinct rows; bytes of rows that may still be walked */
    bool told_shared;         /* of the function at hand: once is enough, as what follows is shared too */
    bool broken;              /* a function or a row could not be read, so totals mean nothing */
};

/* --- Who owns which byte ------------------------------------------------------------------------------ */

/* Bytes FROM to TO are somebody's.  True if none of them was before. */
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

/* An attribute or a row; a row counts if its first byte was nobody's. */
static bool claim(struct check *check, size_t from, size_t to)
{
    const bool taken = is_owned(check, from);
    const bool shared = !own(check, from, to);
    if (shared && !check->told_shared)
        sfr_breach(check->sink, SFR_fre_unshared, SFR_IRREGULAR, from, to - from, 0);
    check->told_shared = check->told_shared || shared;
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

static bool walk_row(struct check *check, const struct sfr_function *function, uint32_t index, size_t at,
                     struct sfr_row *row)
{
    const uint32_t previous_start = row->start;
    if (!sfr_read_row(check->section, function, at, row, check->sink))
        return false;
    if (row->next - at > check->walk_left)
        return sfr_fault(check->sink, SFR_fre_unshared, SFR_MALFORMED, at, row->next - at, 0);
    check->walk_left -= row->next - at;
    sfr_check_row(check->section, function, index, row, previous_start, check->sink);
    if (check->owned != NULL && claim(check, at, row->next))
        check->rows++;
    return true;
}

/* [header.num-fres]: counted here, held against the header in the end */
static void walk_function(struct check *check, uint32_t index)
{
    struct sfr_function function;
    struct sfr_row row = {.start = 0};
    check->told_shared = false;
    if (!sfr_read_function(check->section, index, &function, check->sink)) {
        check->broken = true;
        return;
    }
    sfr_check_function(check->section, &function, check->sink);
    if (check->owned != NULL && function.attribute != 0)
        (void)claim(check, function.attribute, function.rows);
    size_t at = function.rows;
    for (uint32_t i = 0; i < function.num_fres; i++, at = row.next)
        if (!walk_row(check, &function, i, at, &row)) {
            check->broken = true;
            return;
        }
}

static void check_totals(const struct check *check)
{
    if (check->owned == NULL || check->broken)
        return;
    check_orphans(check);
    if (check->rows != check->section->num_fres)
        sfr_breach(check->sink, SFR_header_fre_total, SFR_IRREGULAR, 0x0c, check->section->num_fres,
                   check->rows);
}

/* --- Order and overlap -------------------------------------------------------------------------------- */

/* [flags.sorted], [fde.sorted-array], [fde.sorted-flagged]: sorted is what PCs are; with starts that count
 * from their own fields the fields themselves need not ascend.  True if they do ascend. */
static bool check_order(const struct check *check)
{
    const struct sfr_section *const section = check->section;
    const bool flagged = (section->flags & SFR_SORTED) != 0, chapters = text_of(section)->abi_chapters;
    bool ascending = true;
    int64_t last = INT64_MIN;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const int64_t start = function_range(section, i).start;
        const size_t field = start_field(section, i);
        if (start < last) {
            ascending = false;
            if (flagged)
                sfr_breach(check->sink, SFR_flags_sorted, SFR_IRREGULAR, field, (uint64_t)start,
                           (uint64_t)last);
            if (flagged || !chapters)
                sfr_breach(check->sink, chapters ? SFR_fde_sorted_flagged : SFR_fde_sorted_array,
                           SFR_IRREGULAR, field, (uint64_t)start, (uint64_t)last);
        }
        last = start;
    }
    return ascending;
}

/* What functions that go beyond the last start hold of the first ones; false: there are none. */
static bool reach_around(const struct sfr_section *section, int64_t *last)
{
    bool any = false;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct range range = function_range(section, i);
        const int64_t end = (int64_t)((uint64_t)range.start + range.size);
        if (range.start >= 0 && end < 0 && end > INT64_MIN && (!any || end - 1 > *last)) {
            any = true;
            *last = end - 1;
        }
    }
    return any;
}

/* In the order of starts; ORDER lists them, or is NULL where the table's own order is that. */
static void check_overlap(const struct check *check, const uint32_t *order)
{
    int64_t last = 0;
    bool any = reach_around(check->section, &last);
    for (uint32_t i = 0; i < check->section->function_count; i++) {
        const uint32_t index = order != NULL ? order[i] : i;
        const struct range range = function_range(check->section, index);
        if (range.size == 0)
            continue;
        if (any && range.start <= last)
            sfr_breach(check->sink, SFR_fde_overlap, SFR_IRREGULAR, start_field(check->section, index),
                       (uint64_t)range.start, (uint64_t)last + 1);
        if (!any || range_last(range) > last)
            last = range_last(range);
        any = true;
    }
}

static uint64_t sort_key(const struct sfr_section *section, uint32_t index)
{
    return (uint64_t)function_range(section, index).start ^ UINT64_C(1) << 63;
}

/* One pass of a stable counting sort, by the byte of the keys at SHIFT. */
static void sort_pass(const struct sfr_section *section, const uint32_t *from, uint32_t *to, unsigned shift)
{
    uint32_t places[256] = {0}, place = 0;
    for (uint32_t i = 0; i < section->function_count; i++)
        places[sort_key(section, from[i]) >> shift & 0xff]++;
    for (unsigned digit = 0; digit < 256; digit++) {
        const uint32_t count = places[digit];
        places[digit] = place;
        place += count;
    }
    for (uint32_t i = 0; i < section->function_count; i++)
        to[places[sort_key(section, from[i]) >> shift & 0xff]++] = from[i];
}

/* The functions' indices by start, in one of the two arrays of function_count each that SCRATCH holds. */
static const uint32_t *sort_functions(const struct sfr_section *section, uint32_t *scratch)
{
    uint32_t *from = scratch, *to = scratch + section->function_count;
    uint64_t varying = 0;
    for (uint32_t i = 0; i < section->function_count; i++) {
        from[i] = i;
        varying |= sort_key(section, i) ^ sort_key(section, 0);
    }
    for (unsigned shift = 0; shift < 64; shift += 8) {
        if ((varying >> shift & 0xff) == 0)
            continue;
        sort_pass(section, from, to, shift);
        uint32_t *const swap = from;
        from = to;
        to = swap;
    }
    return from;
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
    const bool roomy = scratch != NULL && scratch_size >= sfr_check_scratch(size);
    uint8_t *const aligned = roomy ? (uint8_t *)scratch + -(uintptr_t)scratch % sizeof(uint32_t) : NULL;
    struct check check = {.section = &section, .sink = &sink, .walk_left = (uint64_t)size * WALKED_PER_BYTE};
    const bool ascending = check_order(&check);
    if (ascending || aligned != NULL)
        check_overlap(&check, ascending ? NULL : sort_functions(&section, (uint32_t *)(void *)aligned));
    if (aligned != NULL) {
        check.owned = aligned;
        for (size_t i = 0; i <= (section.fres_end - section.fres) / 8; i++)
            check.owned[i] = 0;
    }
    for (uint32_t i = 0; i < section.function_count; i++)
        walk_function(&check, i);
    check_totals(&check);
    return sink.verdict;
}
