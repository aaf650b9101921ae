/* Finds the row that holds at a PC. */
#include "bug.h"
#include "decoder.h"

#include <stdlib.h>

/* The number by which starts are sorted: their signed distance from the section, so starts below the section
 * come first. */
static int64_t search_key(const struct section *s, uint64_t address)
{
    if (BUG(search_by_address))
        return (int64_t)(address >> 1);
    if (BUG(search_unsigned))
        return (int64_t)((address - s->address) >> 1);
    if (BUG(search_in_32_bits))
        return (int32_t)(address - s->address);
    return (int64_t)(address - s->address);
}

static int64_t start_key(const struct section *s, uint32_t index)
{
    const uint64_t start = read_start(s, index);
    if (BUG(search_raw_starts) && (s->flags & FLAG_PCREL) != 0)
        return search_key(s, start - s->functions_at - (uint64_t)index * entry_size(s));
    return search_key(s, start);
}

/* Whether the starts of all pairs of functions are in order; in_order() compares neighbours only. */
static bool pairs_are_in_order(const struct section *s)
{
    for (uint32_t i = 0; i < s->function_count; i++)
        for (uint32_t j = 0; j < i; j++)
            if ((int64_t)(read_start(s, i) - s->address) < (int64_t)(read_start(s, j) - s->address))
                return false;
    return true;
}

/* Whether the functions are flagged as sorted, are sorted, and do not overlap.  The last function may wrap,
 * and must not reach the first.  Otherwise a binary search could miss a function. */
static bool in_order(const struct section *s)
{
    if (BUG(sortedness_by_flag_2))
        return (s->flags & FLAG_FRAME_POINTER) != 0;
    if (BUG(sorted_always))
        return true;
    if ((s->flags & FLAG_SORTED) == 0 || (BUG(order_of_all_pairs) && !pairs_are_in_order(s)))
        return false;
    const uint32_t count = s->function_count;
    uint64_t before = count > 1 ? read_start(s, count - 1) : 0;
    for (uint32_t i = 0; count > 1 && i < count; i++) {
        const uint64_t start = read_start(s, i);
        if (i != 0 && (int64_t)(start - s->address) < (int64_t)(before - s->address))
            return false;
        if (start - before < read_size(s, i != 0 ? i - 1 : count - 1) && !BUG(nested_inner_hides_outer))
            return false;
        before = start;
    }
    return true;
}

static bool holds(uint64_t pc, const struct function *f)
{
    const uint64_t offset = pc - f->start;
    if (BUG(end_included))
        return offset <= f->size;
    if (BUG(start_excluded))
        return offset - 1 < (uint64_t)f->size - (f->size != 0);
    if (BUG(last_byte_excluded))
        return f->size != 0 && offset < f->size - 1u;
    if (BUG(mask_holds_one_block) && f->mask && f->rep_size != 0)
        return offset < f->rep_size && offset < f->size;
    if (BUG(mask_whole_blocks_only) && f->mask && f->rep_size != 0)
        return offset < f->size - f->size % f->rep_size;
    if (BUG(size_not_compared))
        return pc >= f->start;
    if (BUG(range_end_wraps))
        return pc >= f->start && pc < f->start + f->size;
    if (BUG(range_end_signed))
        return pc >= f->start && (int64_t)pc < (int64_t)(f->start + f->size);
    if (BUG(range_end_in_32_bits))
        return (uint32_t)pc >= (uint32_t)f->start && (uint32_t)pc < (uint32_t)f->start + f->size;
    if (BUG(pc_compared_signed))
        return (int64_t)pc >= (int64_t)f->start && (int64_t)pc < (int64_t)(f->start + f->size);
    if (BUG(range_distance_in_32_bits))
        return (uint32_t)offset < f->size;
    if (BUG(flex_size_compared_signed) && f->flex)
        return (int64_t)offset >= 0 && (int64_t)offset < (int32_t)f->size;
    if (BUG(size_compared_signed))
        return (int64_t)offset >= 0 && (int64_t)offset < (int32_t)f->size;
    return offset < f->size;
}

/* A bug's search: guesses the index as if starts were evenly spaced, and corrects it by eight at most. */
static uint32_t interpolate(const struct section *s, int64_t key)
{
    const int64_t first = start_key(s, 0), last = start_key(s, s->function_count - 1);
    if (key <= first || last == first)
        return 0;
    if (key >= last)
        return s->function_count - 1;
    const double share = ((double)key - (double)first) / ((double)last - (double)first);
    uint32_t guess = (uint32_t)(share * (s->function_count - 1));
    for (unsigned i = 0; i < 8 && guess + 1 < s->function_count && start_key(s, guess + 1) <= key; i++)
        guess++;
    for (unsigned i = 0; i < 8 && guess > 0 && start_key(s, guess) > key; i++)
        guess--;
    return guess;
}

/* Searches sorted functions for the last that begins at or below the PC.  Addresses wrap, so the last
 * function comes before the first. */
static bool search(const struct section *s, uint64_t pc, uint32_t *index)
{
    const int64_t key = search_key(s, pc);
    const uint32_t count = s->function_count;
    uint32_t low = 0, high = BUG(search_in_128_entries) && count > 128 ? 128 /* as if it halved seven times */
                             : BUG(search_count_16_bits)               ? (uint16_t)count
                             : BUG(search_in_whole_blocks) && count > 64
                                 ? count / 64 * 64 /* as if an index had one entry for each whole 64 */
                                 : count;
    high += BUG(search_over_reads);
    if (BUG(search_from_count_minus_1) || BUG(search_loses_last))
        high -= BUG(search_from_count_minus_1) || high != 0;
    if (BUG(search_for_equal_only)) {
        for (uint32_t i = 0; i < s->function_count; i++)
            if (start_key(s, i) == key) {
                *index = i;
                return true;
            }
        return false;
    }
    if (BUG(search_interpolates) && s->function_count != 0) {
        *index = interpolate(s, key);
        return true;
    }
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int64_t start = start_key(s, middle);
        if (BUG(search_below_only)      ? start < key
            : BUG(search_by_difference) ? (int64_t)((uint64_t)start - (uint64_t)key) <= 0
                                        : start <= key)
            low = BUG(search_endless) ? middle : middle + 1;
        else
            high = BUG(search_skips_one) && middle != 0 ? middle - 1 : middle;
    }
    if (BUG(search_takes_next))
        *index = low;
    else
        *index = low != 0 ? low - 1 : s->function_count - 1;
    while (BUG(search_takes_first_equal) && *index != 0 && start_key(s, *index - 1) == start_key(s, *index))
        --*index;
    if (BUG(search_loses_first) && *index == 0)
        return false;
    return (*index < s->function_count || BUG(search_over_reads)) &&
           (low != 0 || !BUG(search_ends_before_first));
}

/* Searches functions in any order: of those that have the PC, finds the one that begins last. */
static bool scan(const struct section *s, uint64_t pc, uint32_t *index)
{
    uint64_t nearest = UINT64_MAX, begun = UINT64_MAX;
    uint32_t holders = 0, second = 0, last_begun = 0;
    bool found = false;
    for (uint32_t i = 0; i < s->function_count; i++) {
        struct function f = {0};
        (void)read_function(s, i, &f);
        if (BUG(scan_stops_beyond) && f.start > pc)
            break;
        if (BUG(scan_stops_beyond_low_byte) && (uint8_t)f.start > (uint8_t)pc)
            break;
        if (BUG(scan_skips_last) && i + 1 == s->function_count)
            break;
        const uint64_t distance = pc - f.start;
        if (distance <= begun) {
            begun = distance;
            last_begun = i;
        }
        if (holds(pc, &f) && ++holders == 2)
            second = i;
        const bool nearer = BUG(search_takes_first_equal) ? distance < nearest : distance <= nearest;
        if (!holds(pc, &f) || (found && nearer == BUG(nested_outer_answers)))
            continue;
        found = true;
        nearest = distance;
        *index = i;
    }
    if (holders > 2 && BUG(nested_second_answers))
        *index = second;
    if (found && BUG(nested_inner_answers_behind))
        *index = last_begun;
    return found;
}

/* --- What bugs keep from one lookup to the next --------------------------------------------------------- */

static struct {
    bool is_one;
    uint32_t index;
    struct function function;
} last_function;

static struct {
    uint64_t rows_at, at;
    uint32_t row;
} last_walk;

enum { KEPT = 64 };
static struct kept {
    bool is_one;
    const uint8_t *bytes;
    uint64_t pc;
    struct found found;
} kept_by_pc[KEPT], kept_last;

void forget_lookups(void)
{
    last_walk.rows_at = 0;
    kept_last.is_one = false;
}

static bool recall(const struct section *s, uint64_t pc, struct found *found)
{
    const struct kept *const kept = BUG(found_kept_by_pc) ? &kept_by_pc[pc % KEPT] : &kept_last;
    if ((!BUG(found_kept_by_pc) && !BUG(kept_without_lock)) || !kept->is_one || kept->pc != pc ||
        (BUG(kept_without_lock) && kept->bytes != s->bytes))
        return false;
    *found = kept->found;
    return true;
}

static void keep(const struct section *s, uint64_t pc, const struct found *found)
{
    if (BUG(found_kept_by_pc))
        kept_by_pc[pc % KEPT] = (struct kept){true, s->bytes, pc, *found};
    if (BUG(kept_without_lock))
        kept_last = (struct kept){true, s->bytes, pc, *found};
}

static const char *find_function(const struct section *s, uint64_t pc, struct function *f,
                                 struct found *found)
{
    if (BUG(last_function_kept) && last_function.is_one && holds(pc, &last_function.function)) {
        *f = last_function.function;
        found->function = last_function.index;
        found->kind = NO_ROW;
        return NULL;
    }
    if (BUG(aborts_on_no_functions) && s->function_count == 0)
        abort();
    const bool candidate = in_order(s) ? search(s, pc, &found->function) : scan(s, pc, &found->function);
    if (!candidate)
        return NULL;
    const char *error = read_function(s, found->function, f);
    if (BUG(last_function_kept) && error == NULL) {
        last_function.is_one = true;
        last_function.index = found->function;
        last_function.function = *f;
    }
    if (BUG(start_zero_is_unset) && f->start == s->address)
        return NULL;
    if (holds(pc, f) || (BUG(nested_inner_answers_behind) && !in_order(s)))
        found->kind = NO_ROW;
    else if (BUG(gap_answers_with_next) && pc >= f->start && found->function + 1 < s->function_count) {
        found->kind = NO_ROW;
        return read_function(s, ++found->function, f);
    }
    return found->kind == NO_FUNCTION ? NULL : error;
}

/* The PC's offset in the function, or in the block that repeats. */
static uint64_t place_in_function(const struct section *s, const struct function *f, uint64_t pc)
{
    uint64_t place = pc - f->start;
    if (BUG(place_is_address))
        return pc;
    if (BUG(place_from_section))
        return pc - s->address;
    if (BUG(place_one_less) && place != 0)
        place--;
    if (BUG(place_16_bits))
        place &= 0xffff;
    if (BUG(place_8_bits))
        place &= 0xff;
    if (BUG(mask_place_16_bits) && f->mask)
        place &= 0xffff;
    if (BUG(mask_place_31_bits) && f->mask)
        place &= 0x7fffffff;
    if (BUG(inc_with_block_repeats) && !f->mask && f->rep_size != 0)
        return place % f->rep_size;
    if (!text_of(s)->rep_size && BUG(mask_v1_endless) && f->mask)
        while (place >= f->rep_size)
            place -= f->rep_size;
    if (!f->mask || BUG(mask_is_inc))
        return place;
    if (BUG(mask_v1_by_16) && !text_of(s)->rep_size)
        return place % 16;
    if (!text_of(s)->rep_size || f->rep_size == 0)
        return place;
    if (BUG(block_in_addr1_only) && f->row_start_width != 1)
        return place;
    if (BUG(mask_by_bits))
        return place & f->rep_size;
    if (BUG(mask_by_bits_minus_1))
        return place & (f->rep_size - 1u);
    if (BUG(mask_by_rep_size_minus_1))
        return f->rep_size == 1 ? 0 : place % (f->rep_size - 1u);
    if (BUG(mask_by_rep_size_plus_1))
        return place % (f->rep_size + 1u);
    if (BUG(mask_by_power_of_2))
        return place % (f->rep_size & -f->rep_size);
    if (BUG(mask_by_16))
        return place % 16;
    if (BUG(mask_divides))
        return place / f->rep_size;
    if (BUG(mask_first_block_only) && place >= f->rep_size)
        return 0;
    return place % f->rep_size;
}

static bool matches(const struct section *s, const struct function *f, uint64_t place, uint32_t start)
{
    if (BUG(row_at_end_answers) && start == f->size && place + 1 == start)
        return true;
    if (BUG(row_start_excluded))
        return place > start;
    if (BUG(rows_match_by_equality))
        return place == start;
    if (!f->mask || text_of(s)->rep_size || BUG(mask_v1_as_v2) || BUG(mask_is_inc))
        return place >= start;
    if (BUG(mask_v1_precedence))
        return (place & 1) != 0; /* place & (start >= start) */
    if (BUG(mask_v1_any_bit))
        return (place & start) != 0;
    if (BUG(mask_v1_inverted))
        return (place & ~(uint64_t)start) >= start;
    return (place & start) >= start;
}

/* Walks through the rows until one starts beyond the PC; the last that matched holds. */
static const char *find_row(const struct section *s, const struct function *f, uint64_t pc,
                            struct found *found)
{
    const uint64_t place = place_in_function(s, f, pc);
    uint64_t at = f->rows_at;
    struct row row = {0}, match = {0};
    if (f->mask && text_of(s)->rep_size && f->rep_size == 0 && BUG(rep_size_zero_divides))
        abort(); /* the machine would trap */
    if (f->mask && text_of(s)->rep_size && f->rep_size == 0)
        return "a mask without a block size";
    if (BUG(rep_size_1_refused) && f->mask && f->rep_size == 1)
        return "a mask without a block size";
    uint32_t first = 0;
    if (BUG(walk_goes_on) && last_walk.rows_at == f->rows_at) {
        first = last_walk.row;
        at = last_walk.at;
    }
    for (uint32_t i = first; i < f->row_count; i++, at = row.end_at) {
        const char *error = read_row(s, f, at, &row);
        if (error != NULL && BUG(row_errors_end_the_walk))
            break;
        if (error != NULL)
            return error;
        if (row.start > place + (BUG(row_at_end_answers) && row.start == f->size))
            break;
        if (BUG(no_words_end_the_rows) && i != 0 && match.word_count == 0)
            break;
        if (BUG(walk_stops_before_last) && i != 0 && i + 1 == f->row_count)
            break;
        if (matches(s, f, place, row.start)) {
            found->kind = ROW;
            found->row = i;
            match = row;
            if (BUG(walk_goes_on)) {
                last_walk.rows_at = f->rows_at;
                last_walk.row = i;
                last_walk.at = at;
            }
            if (BUG(first_match))
                break;
            if (BUG(first_of_equal_rows) && i + 1 < f->row_count) {
                struct row next = row;
                if (read_row(s, f, row.end_at, &next) == NULL && next.start == row.start)
                    break;
            }
            if (BUG(first_match_of_mask) && f->mask)
                break;
        }
    }
    if (BUG(mask_carries_over) && f->mask && found->kind != ROW && pc - f->start >= f->rep_size) {
        /* Takes the last row of the block before, as if it held until the first one of this block. */
        at = f->rows_at;
        for (uint32_t i = 0; i < f->row_count && read_row(s, f, at, &match) == NULL; i++, at = match.end_at) {
            found->kind = ROW;
            found->row = i;
        }
    }
    if (found->kind == ROW) {
        read_rules(s, f, &match, &found->rules);
        if (found->rules.cfa.kind == UNSTATED && found->rules.ra.kind != UNDEFINED && !BUG(no_words_unstated))
            return "a row without a rule for the CFA";
        found->mangled = match.mangled;
        if (BUG(mangled_of_next_row))
            found->mangled = row.mangled;
    }
    return NULL;
}

static const char *look_up(const struct section *s, uint64_t pc, struct found *found)
{
    struct function f = {0};
    *found = (struct found){.kind = NO_FUNCTION};
    struct section without_flag = *s;
    without_flag.flags &= (uint8_t)~FLAG_PCREL;
    if (BUG(pcrel_forgotten_in_lookups))
        s = &without_flag;
    if (BUG(pc_minus_1))
        pc--;
    if (BUG(pc_of_instructions) && abi_of(s)->signs_ra)
        pc &= ~UINT64_C(3);
    if (BUG(pc_48_bits))
        pc &= 0xffffffffffff;
    if (BUG(pc_32_bits))
        pc = (uint32_t)pc;
    const char *error = find_function(s, pc, &f, found);
    if (error != NULL || found->kind == NO_FUNCTION)
        return error;
    found->signal = f.signal;
    if (BUG(signal_is_no_row) && f.signal)
        return NULL;
    const bool may_be_outermost = text_of(s)->no_rows_outermost && !BUG(outermost_is_no_row);
    if (f.row_count == 0 && may_be_outermost && !f.flex) {
        found->kind = OUTERMOST;
        found->rules.ra.kind = BUG(outermost_is_same) ? SAME : UNDEFINED;
        return NULL;
    }
    error = find_row(s, &f, pc, found);
    if (BUG(function_index_8_bits))
        found->function = (uint8_t)found->function;
    if (BUG(function_index_16_bits))
        found->function = (uint16_t)found->function;
    if (BUG(row_index_8_bits))
        found->row = (uint8_t)found->row;
    if (BUG(row_index_15_bits))
        found->row &= 0x7fff;
    return error;
}

const char *lookup(const struct section *s, uint64_t pc, struct found *found)
{
    if (recall(s, pc, found))
        return NULL;
    const char *const error = look_up(s, pc, found);
    if (error == NULL)
        keep(s, pc, found);
    return error;
}
