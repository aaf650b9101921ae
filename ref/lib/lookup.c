/* From a PC to the row that holds there (the PC types of V1 1.3.2, V2 2.3.2, V3 2.3.3.1). */
#include "ranges.h"

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

/* Function LOW starts at FROM, not beyond PC; function HIGH at TO, beyond it. */
struct bracket {
    uint32_t low, high;
    int64_t from, to;
};

static void narrow(const struct sfr_section *section, int64_t pc, uint32_t index, struct bracket *bracket)
{
    const int64_t start = function_range(section, index).start;
    if (start <= pc) {
        bracket->low = index;
        bracket->from = start;
    } else {
        bracket->high = index;
        bracket->to = start;
    }
}

/* Where PC would lie if functions were spread evenly, then a little beyond that on the other side: code is
 * even enough that few look-ups need more.  A bracket wider than 32 bits of addresses is left to halving. */
static void guess(const struct sfr_section *section, int64_t pc, struct bracket *bracket)
{
    static const uint32_t reaches[] = {256, 32, 6};
    for (size_t i = 0; i < sizeof reaches / sizeof *reaches && bracket->high - bracket->low > 8; i++) {
        const uint64_t span = (uint64_t)bracket->to - (uint64_t)bracket->from;
        const uint64_t part = (uint64_t)pc - (uint64_t)bracket->from, count = bracket->high - bracket->low;
        if (span > UINT32_MAX)
            return;
        const uint32_t even = bracket->low + (uint32_t)(part * count / span);
        const uint32_t middle = even > bracket->low ? even : bracket->low + 1;
        narrow(section, pc, middle, bracket);
        if (bracket->high - bracket->low > reaches[i])
            narrow(section, pc,
                   bracket->low == middle ? bracket->low + reaches[i] : bracket->high - reaches[i], bracket);
    }
}

/* The last function that starts at or before PC, if any. */
static bool search_start(const struct sfr_section *section, int64_t pc, uint32_t *index)
{
    if (section->function_count == 0)
        return false;
    struct bracket bracket = {.low = 0, .high = section->function_count - 1};
    bracket.from = function_range(section, bracket.low).start;
    bracket.to = function_range(section, bracket.high).start;
    *index = bracket.high;
    if (pc < bracket.from || pc >= bracket.to)
        return pc >= bracket.to;
    guess(section, pc, &bracket);
    while (bracket.high - bracket.low > 1) /* [fde.search] */
        narrow(section, pc, bracket.low + (bracket.high - bracket.low) / 2, &bracket);
    *index = bracket.low;
    return true;
}

/* Functions of no size hold nothing and are stepped over. */
static bool search(const struct sfr_section *section, uint64_t pc, uint32_t *index)
{
    if (!search_start(section, (int64_t)(pc - section->address), index))
        return false;
    while (*index > 0 && function_range(section, *index).size == 0)
        --*index;
    return holds(section, function_range(section, *index), pc);
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

/* What a row's start is held against.  False if a block of no size repeats. */
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
    size_t at = answer->function.rows, chosen = at;
    struct sfr_row row;
    for (uint32_t i = 0; i < answer->function.num_fres; i++, at = row.next) {
        if (!sfr_read_row(section, &answer->function, at, &row, sink))
            return SFR_ERROR;
        /* [pctype.mask-match-v1]; [pctype.inc-match], [pctype.mask-match] */
        const bool matches = bits ? (offset & row.start) >= row.start : offset >= row.start;
        if (!matches && !bits)
            break; /* [fre.range], [fre.range-end] */
        if (!matches)
            continue;
        found = SFR_FOUND;
        answer->row_index = i;
        chosen = at; /* [pctype.last-match] */
    }
    if (found == SFR_FOUND)
        (void)sfr_read_row(section, &answer->function, chosen, &answer->row, sink);
    return found;
}

static enum sfr_found look_up(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer,
                              struct sink *sink)
{
    uint32_t index, offset;
    const bool held = section->searchable ? search(section, pc, &index) : scan(section, pc, &index);
    if (!held)
        return SFR_NO_FUNCTION;
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

enum sfr_found sfr_lookup(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer)
{
    struct sink sink = {.fault = &answer->fault};
    answer->found = look_up(section, pc, answer, &sink);
    return answer->found;
}
