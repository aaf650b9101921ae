/* sfr_lookup: from a PC to the function that holds it and the row that applies there (the PC types of V1
 * 1.3.2, V2 2.3.2, V3 2.3.3.1). */
#include "ranges.h"
#include "rows.h"

/* In which part of the addresses START lies, not before the first function's. */
static uint64_t part_of(const struct sfr_section *section, int64_t start)
{
    return ((uint64_t)start - (uint64_t)section->first_start) >> section->part_shift;
}

/* At most as many parts as functions, each a power of two long. */
static void set_landmarks(struct sfr_section *section)
{
    const uint32_t count = section->function_count;
    uint32_t index = 0;
    if (count == 0)
        return;
    const uint32_t furthest = count < SFR_LANDMARKS ? count - 1 : SFR_LANDMARKS - 1;
    const int64_t last = function_start(section, count - 1);
    section->first_start = function_start(section, 0);
    for (section->part_shift = 0; part_of(section, last) > furthest;)
        section->part_shift++;
    section->last_part = (uint32_t)part_of(section, last);
    for (uint32_t part = 0; part <= section->last_part; part++) {
        for (uint32_t left = count - 1 - index; left > 0; left /= 2) {
            const uint32_t half = left - left / 2;
            index += part_of(section, function_start(section, index + half - 1)) < part ? half : 0;
        }
        section->landmarks[part] = index;
    }
}

/* A flag is a claim [flags.sorted], and sorted tables may lack it [fde.sorted-linked]; this looks. */
void sfr_survey(struct sfr_section *section)
{
    int64_t last = INT64_MIN, reach = INT64_MIN;
    section->searchable = true;
    for (uint32_t i = 0; section->searchable && i < section->function_count; i++) {
        const struct range range = function_range(section, i);
        section->searchable = range.start >= last && (range.size == 0 || range.start >= reach) &&
                              range.start <= INT64_MAX - (int64_t)range.size;
        last = range.start;
        reach = range.size != 0 ? range_end(range) : reach;
    }
    if (section->searchable)
        set_landmarks(section);
}

/* How far beyond a function's start a PC is, modulo 2^64. */
static uint64_t distance(const struct sfr_section *section, struct range range, uint64_t pc)
{
    return pc - (section->address + (uint64_t)range.start);
}

/* A function that wraps holds what it says. */
static bool holds(const struct sfr_section *section, struct range range, uint64_t pc)
{
    return distance(section, range, pc) < range.size; /* [fde.contains] */
}

/* The last function that starts at or before PC, if any: in PC's part, or the last one before that. */
static bool search_start(const struct sfr_section *section, int64_t pc, uint32_t *index)
{
    if (section->function_count == 0 || pc < section->first_start)
        return false;
    const uint64_t part = part_of(section, pc);
    const uint32_t at = part < section->last_part ? (uint32_t)part : section->last_part;
    uint32_t low = section->landmarks[at] != 0 ? section->landmarks[at] - 1 : 0;
    uint32_t count = (at < section->last_part ? section->landmarks[at + 1] : section->function_count) - low;
    while (count > 1) { /* [fde.search] */
        const uint32_t half = count / 2;
        low += function_start(section, low + half) <= pc ? half : 0;
        count -= half;
    }
    *index = low;
    return true;
}

/* Functions of no size hold nothing and are stepped over. */
static bool search(const struct sfr_section *section, uint64_t pc, uint32_t *index)
{
    if (!search_start(section, (int64_t)(pc - section->address), index))
        return false;
    struct range range = function_range(section, *index);
    while (*index > 0 && range.size == 0)
        range = function_range(section, --*index);
    return holds(section, range, pc);
}

static bool scan(const struct sfr_section *section, uint64_t pc, uint32_t *index)
{
    bool found = false;
    uint64_t nearest = UINT64_MAX;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct range range = function_range(section, i);
        if (!holds(section, range, pc) || distance(section, range, pc) > nearest)
            continue;
        found = true;
        nearest = distance(section, range, pc);
        *index = i;
    }
    return found;
}

/* Sets the offset with which starts of rows are compared.  False if the function repeats a block of no
 * size. */
static bool place(const struct sfr_section *section, const struct sfr_function *function, uint64_t pc,
                  uint32_t *offset, struct sink *sink)
{
    *offset = (uint32_t)(pc - function->start); /* [pctype.inc] */
    if (function->pc_type == SFR_INC || !text_of(section)->blocks)
        return true;
    if (function->rep_size == 0)
        /* [fde.rep-size-nonzero] */
        return sfr_fault(sink, SFR_fde_rep_size_nonzero, SFR_IRREGULAR,
                         sfr_rep_size_offset(section, function), 0, 1);
    *offset %= function->rep_size; /* [pctype.mask], [pctype.mask-block] */
    return true;
}

/* Of the rows that match, the last before one that starts beyond.  Version 1's masks match in no order. */
static enum sfr_found find_row(const struct sfr_section *section, uint32_t offset, struct sfr_answer *answer,
                               struct sink *sink)
{
    const bool bits = answer->function.pc_type == SFR_MASK && !text_of(section)->blocks;
    enum sfr_found found = SFR_NO_ROW;
    struct cursor cursor = row_cursor(section, answer->function.rows);
    size_t chosen = cursor.at;
    struct sfr_row row;
    for (uint32_t i = 0; i < answer->function.num_fres; i++, cursor.at = row.next) {
        const bool whole = lay_out(&cursor, answer->function.fre_type, &row);
        /* [pctype.mask-match-v1]; [pctype.inc-match], [pctype.mask-match] */
        const bool matches = !whole || (bits ? (offset & row.start) >= row.start : offset >= row.start);
        if (!matches && !bits)
            break; /* [fre.range], [fre.range-end] */
        if (!matches)
            continue;
        found = SFR_FOUND;
        answer->row_index = i;
        chosen = row.offset; /* [pctype.last-match] */
        if (!whole)
            break; /* reading it reports why */
    }
    if (found == SFR_FOUND && !sfr_read_row(section, &answer->function, chosen, &answer->row, sink))
        found = SFR_ERROR;
    return found;
}

static enum sfr_found look_up_in(const struct sfr_section *section, uint32_t index, uint64_t pc,
                                 struct sfr_answer *answer, struct sink *sink)
{
    uint32_t offset;
    if (!sfr_read_function(section, index, &answer->function, sink))
        return SFR_ERROR;
    /* [changes.outermost] */
    if (text_of(section)->outermost_functions && answer->function.num_fres == 0 &&
        answer->function.fde_type == SFR_DEFAULT)
        return SFR_OUTERMOST;
    if (!place(section, &answer->function, pc, &offset, sink))
        return SFR_ERROR;
    const enum sfr_found found = find_row(section, offset, answer, sink);
    if (found == SFR_FOUND && !sfr_read_rules(section, &answer->function, &answer->row, &answer->rules, sink))
        return SFR_ERROR;
    return found;
}

enum sfr_found sfr_lookup_in(const struct sfr_section *section, uint32_t index, uint64_t pc,
                             struct sfr_answer *answer)
{
    struct sink sink = {.fault = &answer->fault};
    answer->found = look_up_in(section, index, pc, answer, &sink);
    return answer->found;
}

enum sfr_found sfr_lookup(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer)
{
    uint32_t index;
    if (section->searchable ? search(section, pc, &index) : scan(section, pc, &index))
        return sfr_lookup_in(section, index, pc, answer);
    answer->found = SFR_NO_FUNCTION;
    return SFR_NO_FUNCTION;
}
