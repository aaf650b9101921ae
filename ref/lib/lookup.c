/* sfr_lookup: from a PC to the function that holds it and the row that applies there (the PC types of V1
 * 1.3.2, V2 2.3.2, V3 2.3.3.1). */
#include "entries.h"
#include "rows.h"
#include "rules.h"

/* The number of the part of the addresses in which START lies; START is not before the first function's. */
static uint64_t part_of(const struct sfr_section *section, int64_t start)
{
    return ((uint64_t)start - (uint64_t)section->first_start) >> section->part_shift;
}

/* Small sections have that many parts for each function, so that most parts have one function at most. */
enum { PARTS_EACH = 8 };

/* Divides the addresses into parts that are a power of two long.  The landmark of a part is the last function
 * that starts before it; if none does, the first function. */
static void set_landmarks(struct sfr_section *section)
{
    const struct manner how = manner_of(section);
    const uint32_t count = section->function_count;
    uint32_t index = 0; /* how many start before a part; the last one does before none */
    const uint32_t furthest = count < SFR_LANDMARKS / PARTS_EACH ? count * PARTS_EACH - 1 : SFR_LANDMARKS - 1;
    const int64_t last = function_start(section, how, count - 1);
    section->first_start = function_start(section, how, 0);
    for (section->part_shift = 0; part_of(section, last) > furthest;)
        section->part_shift++;
    section->last_part = (uint32_t)part_of(section, last);
    for (uint32_t part = 0; part <= section->last_part; part++) {
        for (uint32_t left = count - 1 - index; left > 0; left /= 2) {
            const uint32_t half = left - left / 2;
            index += part_of(section, function_start(section, how, index + half - 1)) < part ? half : 0;
        }
        section->landmarks[part] = index != 0 ? index - 1 : 0;
    }
    section->landmarks[section->last_part + 1] = count - 1;
}

/* A flag is only a claim [flags.sorted], and sorted tables may lack it [fde.sorted-linked]: all is read. */
void sfr_survey(struct sfr_section *section)
{
    const struct manner how = manner_of(section);
    int64_t last = INT64_MIN, reach = INT64_MIN;
    section->searchable = true;
    for (uint32_t i = 0; section->searchable && i < section->function_count; i++) {
        const struct range range = function_range(section, how, i);
        section->searchable = range.start >= last && (range.size == 0 || range.start >= reach) &&
                              range.start <= INT64_MAX - (int64_t)range.size;
        last = range.start;
        reach = range.size != 0 ? range_end(range) : reach;
    }
    if (section->searchable && section->function_count > 0)
        set_landmarks(section);
}

/* How far beyond a function's start a PC is, modulo 2^64. */
static uint64_t distance(const struct sfr_section *section, struct range range, uint64_t pc)
{
    return pc - (section->address + (uint64_t)range.start);
}

/* A function that wraps around the last address holds addresses on both sides. */
static bool holds(const struct sfr_section *section, struct range range, uint64_t pc)
{
    return distance(section, range, pc) < range.size; /* [fde.contains] */
}

/* If starts lie evenly, a guess comes near.  A search makes at most GUESSES of them and then halves; among FEW
 * functions it halves at once.  Among more than MANY it prefetches. */
enum { GUESSES = 4, FEW = 8, MANY = 64 };

/* How many functions further DISTANCE leads if a part has EACH of them: one at least, fewer than COUNT. */
static uint32_t guess(const struct sfr_section *section, uint64_t distance, uint32_t each, uint32_t count)
{
    const unsigned shift = section->part_shift, surplus = shift > 32 ? shift - 32 : 0;
    const uint64_t expected = (distance >> surplus) * each >> (shift - surplus);
    return expected < count - 1 ? (uint32_t)expected + 1 : count - 1;
}

/* Prefetches the bytes around a field, while the search waits for others. */
static FAST void ask_around(const struct sfr_section *section, size_t field)
{
    enum { LINE = 64, AROUND = 4 * LINE };
    const size_t first = field < AROUND ? 0 : field - AROUND;
    const size_t end = section->size - field < AROUND ? section->size : field + AROUND;
    for (size_t at = first; at < end; at += LINE) {
        const uint8_t *const line = section->bytes + at;
        __builtin_prefetch(line);
    }
}

/* Prefetches around a function's entry and its rows: what a search reads next is near them. */
static FAST void ask_ahead(const struct sfr_section *section, struct manner how, uint32_t index)
{
    const size_t entry = start_field(section, how, index);
    const uint32_t fre_off = load_u32(section->bytes + entry + how.text->start_size + 4, how.big_endian);
    ask_around(section, entry);
    ask_around(section, section->fres + (fre_off < section->fre_len ? fre_off : 0));
}

/* Narrows the COUNT functions from LOW on, which are those of part AT and the one before.  The last function
 * that starts at or before PC stays among them.  Each guess starts from where the one before it led. */
static FAST void narrow(const struct sfr_section *section, struct manner how, int64_t pc, uint32_t at,
                        uint32_t *low, uint32_t *count)
{
    const uint32_t each = *count;
    uint64_t from = (uint64_t)section->first_start + ((uint64_t)at << section->part_shift);
    bool before = true;
    for (unsigned left = GUESSES; left > 0 && *count > FEW; left--) {
        const uint64_t past = before ? (uint64_t)pc - from : from - (uint64_t)pc;
        const uint32_t further = guess(section, past, each, *count);
        const uint32_t by = before ? further : *count - further;
        if (left == GUESSES && each > MANY)
            ask_ahead(section, how, *low + by);
        const int64_t start = function_start(section, how, *low + by);
        from = (uint64_t)start;
        before = start <= pc;
        *low += before ? by : 0;
        *count = before ? *count - by : by;
    }
}

/* The last function that starts at or before PC, if any: in PC's part, or the last one before that. */
static FAST bool search_start(const struct sfr_section *section, struct manner how, int64_t pc,
                              uint32_t *index)
{
    if (section->function_count == 0 || pc < section->first_start)
        return false;
    const uint64_t part = part_of(section, pc);
    const uint32_t at = part < section->last_part ? (uint32_t)part : section->last_part;
    uint32_t low = section->landmarks[at], count = section->landmarks[at + 1] + 1 - low;
    narrow(section, how, pc, at, &low, &count);
    while (count > 1) { /* [fde.search] */
        const uint32_t half = count / 2;
        low += function_start(section, how, low + half) <= pc ? half : 0;
        count -= half;
    }
    *index = low;
    return true;
}

/* Functions of no size hold nothing and are stepped over. */
static FAST bool search(const struct sfr_section *section, struct manner how, uint64_t pc, uint32_t *index)
{
    if (!search_start(section, how, (int64_t)(pc - section->address), index))
        return false;
    struct range range = function_range(section, how, *index);
    while (*index > 0 && range.size == 0)
        range = function_range(section, how, --*index);
    return holds(section, range, pc);
}

static bool scan(const struct sfr_section *section, struct manner how, uint64_t pc, uint32_t *index)
{
    uint64_t nearest = UINT64_MAX; /* further than any function goes */
    for (uint32_t i = 0; i < section->function_count; i++) {
        const struct range range = function_range(section, how, i);
        if (!holds(section, range, pc) || distance(section, range, pc) > nearest)
            continue;
        nearest = distance(section, range, pc);
        *index = i;
    }
    return nearest != UINT64_MAX;
}

/* Sets the offset with which starts of rows are compared.  False if the function repeats a block of no
 * size. */
static FAST bool place(const struct sfr_section *section, struct manner how,
                       const struct sfr_function *function, uint64_t pc, uint32_t *offset, struct sink *sink)
{
    *offset = (uint32_t)(pc - function->start); /* [pctype.inc] */
    if (function->pc_type == SFR_INC || !how.text->blocks)
        return true;
    if (function->rep_size == 0)
        return sfr_fault(sink, SFR_fde_rep_size_nonzero, SFR_IRREGULAR,
                         sfr_rep_size_offset(section, function), 0, 1);
    *offset %= function->rep_size; /* [pctype.mask], [pctype.mask-block] */
    return true;
}

/* Chooses the last of the rows before the first that starts beyond OFFSET, of which only the start is read; or
 * the row that breaks off, as reading it reports why.  The result is its index plus 1; 0: there is none. */
static FAST uint32_t choose_row(const struct sfr_section *section, struct manner how,
                                const struct sfr_function *function, size_t width, uint32_t offset,
                                size_t *chosen)
{
    const uint8_t *const bytes = section->bytes;
    const uint32_t count = function->num_fres;
    const size_t end = section->fres_end, rest = width + 1;
    size_t info = function->rows + width, size = 0; /* info byte of this row, size of the words of the last */
    uint32_t left = count;
    while (left > 0 && info < end && load_before(bytes, info, width, how.big_endian) <= offset) {
        const size_t wanted = words_size(bytes[info]);
        if (size != wanted) { /* a branch: a processor guesses the size of the row before, and goes on */
            size = wanted;
            __asm__ volatile("" : "+r"(size)); /* keeps compilers from leaving the branch out */
        }
        info += size + rest;
        left--; /* [pctype.inc-match], [pctype.mask-match], [pctype.last-match] */
    } /* [fre.range], [fre.range-end] */
    const bool cut = left > 0 && (info > end ? info - width <= end /* its start breaks off */
                                             : load_before(bytes, info, width, how.big_endian) <= offset);
    *chosen = info - width - (cut ? 0 : size + rest);
    return count - left + cut;
}

/* In version 1 the rows that match come in no order: chooses the last of all.  The result is as above. */
static uint32_t choose_masked(const struct sfr_section *section, struct manner how,
                              const struct sfr_function *function, size_t width, uint32_t offset,
                              size_t *chosen)
{
    size_t at = function->rows, size = 1;
    uint32_t found = 0;
    for (uint32_t i = 0; i < function->num_fres && size != 0; i++, at += size) {
        const size_t left = section->fres_end - at; /* a size is 0 where the row cannot be laid out */
        size = left > width ? width + 1 + words_size(section->bytes[at + width]) : 0;
        size = size <= left ? size : 0;
        /* [pctype.mask-match-v1] */
        if (size == 0 || (load_before(section->bytes, at + width, width, how.big_endian) & ~offset) == 0) {
            *chosen = at; /* [pctype.last-match] */
            found = i + 1;
        }
    }
    return found;
}

static FAST enum sfr_found find_row(const struct sfr_section *section, struct manner how, size_t width,
                                    uint32_t offset, struct sfr_answer *answer, struct sink *sink)
{
    const struct sfr_function *const function = &answer->function;
    size_t at = 0;
    const uint32_t found = function->pc_type == SFR_MASK && !how.text->blocks
                               ? choose_masked(section, how, function, width, offset, &at)
                               : choose_row(section, how, function, width, offset, &at);
    answer->row_index = found - 1;
    if (found == 0)
        return SFR_NO_ROW;
    answer->row.offset = at;
    if (at + width < section->fres_end && set_row(section, how, width, at, &answer->row))
        return SFR_FOUND;
    (void)sfr_explain_row(section, function->fre_type, &answer->row, sink);
    return SFR_ERROR;
}

static FAST enum sfr_found look_up_in(const struct sfr_section *section, struct manner how, uint32_t index,
                                      uint64_t pc, struct sfr_answer *answer, struct sink *sink)
{
    uint32_t offset;
    if (!read_function(section, how, index, &answer->function, sink))
        return SFR_ERROR;
    /* [changes.outermost] */
    if (how.text->outermost_functions && answer->function.num_fres == 0 &&
        answer->function.fde_type == SFR_DEFAULT)
        return SFR_OUTERMOST;
    if (!place(section, how, &answer->function, pc, &offset, sink))
        return SFR_ERROR;
    const enum sfr_fre_type type = answer->function.fre_type;
    const enum sfr_found found = type == SFR_ADDR1   ? find_row(section, how, 1, offset, answer, sink)
                                 : type == SFR_ADDR2 ? find_row(section, how, 2, offset, answer, sink)
                                                     : find_row(section, how, 4, offset, answer, sink);
    if (found == SFR_FOUND &&
        !read_rules(section, how, &answer->function, &answer->row, &answer->rules, sink))
        return SFR_ERROR;
    return found;
}

enum sfr_found sfr_lookup_in(const struct sfr_section *section, uint32_t index, uint64_t pc,
                             struct sfr_answer *answer)
{
    struct sink sink = {.fault = &answer->fault};
    return answer->found = look_up_in(section, manner_of(section), index, pc, answer, &sink);
}

static FAST enum sfr_found look_up(const struct sfr_section *section, struct manner how, bool searchable,
                                   uint64_t pc, struct sfr_answer *answer)
{
    struct sink sink = {.fault = &answer->fault};
    uint32_t index = 0;
    if (searchable ? !search(section, how, pc, &index) : !scan(section, how, pc, &index))
        return answer->found = SFR_NO_FUNCTION;
    return answer->found = look_up_in(section, how, index, pc, answer, &sink);
}

/* Compiled once for each of the newest texts in the byte order of most machines, and once for all others:
 * what is known of a section when code is compiled takes no time. */
static SLOW enum sfr_found look_up_v2(const struct sfr_section *section, uint64_t pc,
                                      struct sfr_answer *answer)
{
    return look_up(section, (struct manner){&sfr_texts[SFR_V2E2], false}, true, pc, answer);
}

static SLOW enum sfr_found look_up_v3(const struct sfr_section *section, uint64_t pc,
                                      struct sfr_answer *answer)
{
    return look_up(section, (struct manner){&sfr_texts[SFR_V3], false}, true, pc, answer);
}

static SLOW enum sfr_found look_up_any(const struct sfr_section *section, uint64_t pc,
                                       struct sfr_answer *answer)
{
    return look_up(section, manner_of(section), section->searchable, pc, answer);
}

enum sfr_found sfr_lookup(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer)
{
    const bool usual = section->searchable && !section->big_endian;
    return usual && section->profile == SFR_V2E2 ? look_up_v2(section, pc, answer)
           : usual && section->profile == SFR_V3 ? look_up_v3(section, pc, answer)
                                                 : look_up_any(section, pc, answer);
}
