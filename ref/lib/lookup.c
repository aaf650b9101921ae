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

/* Where starts lie evenly, a guess is near.  Where not, a search has made so many guesses more, and then
 * halves as it does among few functions from the beginning. */
enum { GUESSES = 4, FEW = 8 };

/* How many functions further DISTANCE leads if a part has EACH of them: one at least, fewer than COUNT. */
static uint32_t guess(const struct sfr_section *section, uint64_t distance, uint32_t each, uint32_t count)
{
    const unsigned shift = section->part_shift, surplus = shift > 32 ? shift - 32 : 0;
    const uint64_t expected = (distance >> surplus) * each >> (shift - surplus);
    return expected < count - 1 ? (uint32_t)expected + 1 : count - 1;
}

/* Leaves fewer of the COUNT functions from LOW, which are those of part AT and the one before; the last that
 * starts at or before PC stays among them.  Each guess begins where the one before it led. */
static void narrow(const struct sfr_section *section, int64_t pc, uint32_t at, uint32_t *low, uint32_t *count)
{
    const uint32_t each = *count;
    uint64_t from = (uint64_t)section->first_start + ((uint64_t)at << section->part_shift);
    bool before = true;
    for (unsigned left = GUESSES; left > 0 && *count > FEW; left--) {
        const uint64_t past = before ? (uint64_t)pc - from : from - (uint64_t)pc;
        const uint32_t further = guess(section, past, each, *count);
        const uint32_t by = before ? further : *count - further;
        const int64_t start = function_start(section, *low + by);
        from = (uint64_t)start;
        before = start <= pc;
        *low += before ? by : 0;
        *count = before ? *count - by : by;
    }
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
    narrow(section, pc, at, &low, &count);
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
static FAST bool choose_row(const struct sfr_section *section, enum sfr_fre_type type, uint32_t offset,
                            struct sfr_answer *answer, size_t *chosen)
{
    const bool bits = answer->function.pc_type == SFR_MASK && !text_of(section)->blocks;
    const uint32_t count = answer->function.num_fres;
    struct cursor cursor = row_cursor(section, answer->function.rows);
    uint32_t start, found = 0; /* one more than its index */
    size_t size = 0;
    for (uint32_t i = 0; i < count; i++, cursor.at += size) {
        size = look_at_row(&cursor, type, &start);
        if (size != 0 && start > offset && !bits)
            break; /* [fre.range], [fre.range-end] */
        /* [pctype.mask-match-v1]; [pctype.inc-match], [pctype.mask-match] */
        if (size != 0 && bits && (start & ~offset) != 0)
            continue;
        *chosen = cursor.at; /* [pctype.last-match] */
        found = i + 1;
        if (size == 0)
            break; /* reading it reports why */
    }
    answer->row_index = found - 1;
    return found != 0;
}

static enum sfr_found find_row(const struct sfr_section *section, uint32_t offset, struct sfr_answer *answer,
                               struct sink *sink)
{
    size_t at = 0;
    if (!choose_row(section, answer->function.fre_type, offset, answer, &at))
        return SFR_NO_ROW;
    return sfr_read_row(section, &answer->function, at, &answer->row, sink) ? SFR_FOUND : SFR_ERROR;
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
