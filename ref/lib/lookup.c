/* From a PC to the row that holds there (the PC types of V1 1.3.2, V2 2.3.2, V3 2.3.3.1). */
#include "internal.h"

/* A flag is a claim [flags.sorted], and unsorted tables may lack it [fde.sorted-linked]; this looks. */
void sfr_survey(struct sfr_section *section)
{
    int64_t last = INT64_MIN, reach = INT64_MIN;
    section->searchable = true;
    for (uint32_t i = 0; section->searchable && i < section->function_count; i++) {
        const struct range range = sfr_function_range(section, i);
        section->searchable = range.start >= last && (range.size == 0 || range.start >= reach) &&
                              range.start <= INT64_MAX - (int64_t)range.size;
        last = range.start;
        reach = range.size != 0 ? sfr_range_end(range) : reach;
    }
}

/* [fde.contains]; modulo 2^64, so a function that wraps holds what it says. */
static bool holds(const struct sfr_section *section, struct range range, uint64_t pc)
{
    return pc - (section->address + (uint64_t)range.start) < range.size;
}

/* [fde.search]; functions of no size hold nothing and are stepped over. */
static bool search(const struct sfr_section *section, uint64_t pc, uint32_t *index)
{
    const int64_t relative = (int64_t)(pc - section->address);
    uint32_t low = 0, high = section->function_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (sfr_function_range(section, middle).start <= relative)
            low = middle + 1;
        else
            high = middle;
    }
    while (low > 0 && sfr_function_range(section, low - 1).size == 0)
        low--;
    *index = low - 1;
    return low > 0 && holds(section, sfr_function_range(section, low - 1), pc);
}

static bool scan(const struct sfr_section *section, uint64_t pc, uint32_t *index)
{
    bool found = false;
    int64_t nearest = INT64_MIN;
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct range range = sfr_function_range(section, i);
        if (range.start < nearest || !holds(section, range, pc))
            continue;
        found = true;
        nearest = range.start;
        *index = i;
    }
    return found;
}

/* What a row's start is held against: [pctype.inc], [pctype.mask], [pctype.mask-block]; [pctype.choice].
 * False if a block of no size repeats. */
static bool place(const struct sfr_section *section, const struct sfr_function *function, uint64_t pc,
                  uint32_t *offset, struct sink *sink)
{
    *offset = (uint32_t)(pc - function->start);
    if (function->pc_type == SFR_INC || !text_of(section)->rep_size)
        return true;
    if (function->rep_size == 0)
        return sfr_fault(sink, SFR_fde_rep_size_nonzero, SFR_IRREGULAR,
                         sfr_rep_size_offset(section, function), 0, 1);
    *offset %= function->rep_size;
    return true;
}

/* [pctype.last-match], [fre.range], [fre.range-end]: of the rows that match [pctype.inc-match],
 * [pctype.mask-match], the last before one that starts beyond.  Version 1's masks match in no order:
 * [pctype.mask-match-v1]. */
static enum sfr_found find_row(const struct sfr_section *section, uint32_t offset, struct sfr_answer *answer,
                               struct sink *sink)
{
    const bool bits = answer->function.pc_type == SFR_MASK && !text_of(section)->rep_size;
    enum sfr_found found = SFR_NO_ROW;
    size_t at = answer->function.rows;
    struct sfr_row row;
    for (uint32_t i = 0; i < answer->function.num_fres; i++, at = row.next) {
        if (!sfr_read_row(section, &answer->function, at, &row, sink))
            return SFR_ERROR;
        const bool matches = bits ? (offset & row.start) >= row.start : offset >= row.start;
        if (!matches && !bits)
            break;
        if (!matches)
            continue;
        found = SFR_FOUND;
        answer->row_index = i;
        answer->row = row;
    }
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
    if (text_of(section)->attribute && answer->function.num_fres == 0 &&
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
    struct sink sink = {0};
    answer->found = look_up(section, pc, answer, &sink);
    answer->fault = sink.fault;
    return answer->found;
}
