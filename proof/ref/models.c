/* Models: each stands for a function that has a proof of its own.  It asserts what that function demands,
 * and gives anything that it promises.  The comment before a model names that proof. */
#include "invariants.h"

#include "ref/lib/ranges.h"
#include "ref/lib/walk.h"

/* loads: any value, and another each time. */
uint8_t allowed_u8(const uint8_t *p)
{
    assert(__CPROVER_r_ok(p, 1));
    return nondet_u8();
}
uint16_t allowed_u16(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 2));
    return nondet_u16();
}
uint32_t allowed_u32(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 4));
    return nondet_u32();
}
uint64_t allowed_u64(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 8));
    return nondet_u64();
}

uint32_t some_part;
struct witness one, other;
bool ordered;

/* --- Functions that have a proof of their own, where others call them ---------------------------------- */

/* Function INDEX: for ONE and OTHER the same each time, for others anything that is in order, if IN_ORDER. */
static struct witness in_table(const struct sfr_section *section, uint32_t index, bool in_order)
{
    assert(index < section->function_count);
    const struct witness any = {index, (int64_t)nondet_u64(), nondet_u32()};
    const struct witness it = index == one.index ? one : index == other.index ? other : any;
    __CPROVER_assume(!in_order || (ends_in_time(it) && is_before(it, one) && is_before(one, it) &&
                                   is_before(it, other) && is_before(other, it)));
    return it;
}

struct range table_range(const struct sfr_section *section, struct manner how, uint32_t index)
{
    (void)how;
    const struct witness it = in_table(section, index, ordered);
    return (struct range){it.start, it.size};
}

int64_t table_start(const struct sfr_section *section, struct manner how, uint32_t index)
{
    return table_range(section, how, index).start;
}

/* survey: when set_landmarks() reads starts, the loop of sfr_survey has found any two functions in order.  So
 * are the first function, this one, ONE and OTHER. */
extern int64_t start_of_first;

int64_t surveyed_start(const struct sfr_section *section, struct manner how, uint32_t index)
{
    (void)how;
    const struct witness it = in_table(section, index, true);
    __CPROVER_assume(start_of_first <= it.start && (index != 0 || it.start == start_of_first));
    __CPROVER_assume(one.index >= section->function_count || start_of_first <= one.start);
    return it.start;
}

/* For search and lookup-halving: ask_ahead() only prefetches. */
void any_asking(const struct sfr_section *section, struct manner how, uint32_t index)
{
    (void)section, (void)how, (void)index;
}

/* search_steps */
uint32_t any_guess(const struct sfr_section *section, uint64_t distance, uint32_t each, uint32_t count)
{
    (void)distance, (void)each;
    assert(section->part_shift < 64 && count > 1);
    const uint32_t by = nondet_u32();
    __CPROVER_assume(by > 0 && by < count);
    return by;
}

struct range any_range(const struct sfr_section *section, struct manner how, uint32_t index)
{
    (void)how;
    assert(index < section->function_count);
    return (struct range){(int64_t)nondet_u64(), nondet_u32()};
}

/* entry */
size_t any_field(const struct sfr_section *section, struct manner how, uint32_t index)
{
    (void)how;
    assert(index < section->function_count);
    const size_t field = nondet_size();
    __CPROVER_assume(is_entry(section, field));
    return field;
}

/* words: the same each time. */
uint32_t any_words[15];

uint32_t any_unsigned(const struct sfr_section *section, struct manner how, const struct sfr_row *row, unsigned i)
{
    (void)how;
    assert(i < row->word_count && is_row(section, row));
    return row->word_size == 1   ? (uint8_t)any_words[i]
           : row->word_size == 2 ? (uint16_t)any_words[i]
                                 : any_words[i];
}

int32_t any_signed(const struct sfr_section *section, struct manner how, const struct sfr_row *row, unsigned i)
{
    const uint32_t word = any_unsigned(section, how, row, i);
    return row->word_size == 1 ? (int8_t)word : row->word_size == 2 ? (int16_t)word : (int32_t)word;
}

/* lookup_in */
enum sfr_found any_answer(const struct sfr_section *section, uint32_t index, uint64_t pc,
                          struct sfr_answer *answer)
{
    (void)pc;
    assert(index < section->function_count && __CPROVER_w_ok(answer, sizeof *answer));
    struct sfr_answer any;
    __CPROVER_assume(is_answer(section, &any));
    *answer = any;
    return any.found;
}

/* The same, where it is compiled into its caller. */
enum sfr_found any_answer_in(const struct sfr_section *section, struct manner how, uint32_t index, uint64_t pc,
                             struct sfr_answer *answer, struct sink *sink)
{
    assert(is_manner(section, how) && sink->fault == &answer->fault);
    return any_answer(section, index, pc, answer);
}

/* lookup */
enum sfr_found any_lookup(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer)
{
    if (section->function_count != 0 && nondet_bool())
        return any_answer(section, 0, pc, answer);
    answer->found = SFR_NO_FUNCTION;
    return SFR_NO_FUNCTION;
}

/* function */
bool any_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                  struct sink *sink)
{
    assert(index < section->function_count && __CPROVER_w_ok(function, sizeof *function));
    struct sfr_function any;
    const bool read = is_readable(section, index);
    __CPROVER_assume(any.index == index && (!read || is_function(section, &any)));
    *function = any;
    return read || sfr_fault(sink, SFR_CLAUSE_NONE, SFR_MALFORMED, 0, 0, 0);
}

bool any_function_in(const struct sfr_section *section, struct manner how, uint32_t index, struct sfr_function *function,
                     struct sink *sink)
{
    assert(is_manner(section, how));
    return any_function(section, index, function, sink);
}

/* row */
bool any_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
             struct sfr_row *row, struct sink *sink)
{
    (void)function;
    struct sfr_row any;
    const bool read = nondet_bool();
    __CPROVER_assume(any.offset == offset && (!read || is_row(section, &any)));
    *row = any;
    return read || sfr_fault(sink, SFR_CLAUSE_NONE, SFR_MALFORMED, 0, 0, 0);
}

/* rules */
bool any_rules(const struct sfr_section *section, const struct sfr_function *function,
               const struct sfr_row *row, struct sfr_rules *rules, struct sink *sink)
{
    assert(is_function(section, function) && is_row(section, row));
    struct sfr_rules any;
    __CPROVER_assume(is_rules(&any));
    *rules = any;
    return nondet_bool() || sfr_fault(sink, SFR_CLAUSE_NONE, SFR_IRREGULAR, 0, 0, 0);
}

bool any_rules_in(const struct sfr_section *section, struct manner how, const struct sfr_function *function,
                  const struct sfr_row *row, struct sfr_rules *rules, struct sink *sink)
{
    assert(is_manner(section, how));
    return any_rules(section, function, row, rules, sink);
}

/* sort */
const uint32_t *any_order(const struct sfr_section *section, uint32_t *scratch,
                          uint64_t (*key)(const struct sfr_section *section, uint32_t index))
{
    (void)key;
    const size_t room = (size_t)section->function_count * 8;
    assert(__CPROVER_rw_ok(scratch, room));
    return scratch;
}

uint32_t any_next_function(const struct walk *walk)
{
    assert(walk->begun < walk->section->function_count);
    const uint32_t index = nondet_u32();
    __CPROVER_assume(index < walk->section->function_count);
    return index;
}

uint64_t any_data_offset(const struct sfr_section *section, uint32_t index)
{
    assert(index < section->function_count);
    return nondet_u32();
}

/* walk */
struct path some_path;

/* check */
size_t some_byte, some_place, events;
uint32_t some_function;
bool some_taken, some_unreadable;
bool in_question, was_in_question, some_breach, has_met;

/* unwind */
bool is_found;
uint64_t found_at;

void any_check(const struct sfr_section *section, const struct sfr_function *function, struct sink *sink)
{
    (void)section, (void)function;
    if (nondet_bool() || (in_question && some_breach))
        sfr_breach(sink, SFR_CLAUSE_NONE, SFR_IRREGULAR, 0, 0, 0);
}

void any_row_start_check(const struct sfr_section *section, const struct sfr_function *function,
                         const struct sfr_row *row, bool first, uint32_t previous_start, struct sink *sink)
{
    (void)section, (void)function, (void)row, (void)first, (void)previous_start;
    if (nondet_bool())
        sfr_breach(sink, SFR_CLAUSE_NONE, SFR_IRREGULAR, 0, 0, 0);
}

void any_row_check(const struct sfr_section *section, const struct sfr_function *function,
                   const struct sfr_row *row, struct sink *sink)
{
    assert(is_row(section, row));
    any_check(section, function, sink);
}
