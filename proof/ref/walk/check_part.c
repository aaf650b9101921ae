/* The parts of sfr_check: safe, each ends, and reports what it must. */
#include "check.h"

static bool is_among_rows(const struct check *check, size_t offset)
{
    return check->section->fres <= offset && offset < check->section->fres_end;
}

bool any_owned(const struct check *check, size_t offset)
{
    assert(is_among_rows(check, offset));
    return nondet_bool();
}

bool any_own(struct check *check, size_t from, size_t to)
{
    assert(is_among_rows(check, from) && from <= to && to <= check->section->fres_end);
    assert(__CPROVER_rw_ok(check->owned, (check->section->fres_end - check->section->fres) / 8 + 1));
    return nondet_bool();
}

void any_walk_begin(struct walk *walk, const struct sfr_section *section, uint32_t *scratch, struct sink *sink)
{
    (void)any_order(section, scratch, NULL);
    walk->section = section;
    walk->sink = sink;
}

/* What is proved of sfr_walk_next. */
enum walk_event any_walk_next(struct walk *walk)
{
    struct sfr_function function;
    struct path path;
    const enum walk_event event = (enum walk_event)nondet_u8();
    __CPROVER_assume((unsigned)event <= WALK_MEETS && (events != 0 || event == WALK_ENDS));
    events -= event != WALK_ENDS;
    __CPROVER_assume(is_function(walk->section, &function));
    walk->function = function;
    walk->path = path;
    walk->meeting = nondet_size();
    walk->event = event;
    struct sfr_row row;
    __CPROVER_assume(event != WALK_ROW || is_row(walk->section, &row));
    walk->row = row;
    in_question = !was_in_question && nondet_bool() && event >= WALK_ROW;
    was_in_question |= in_question;
    has_met |= in_question && event == WALK_MEETS;
    __CPROVER_assume(!path.reported || walk->sink->verdict != SFR_VALID); /* as its caller sets it */
    if (event == WALK_FAULT)
        sfr_breach(walk->sink, SFR_fre_inside, SFR_MALFORMED, 0, 0, 0);
    return event;
}

/* Instead of sfr_read_row, where paths meet: a row that is in question can be read. */
bool any_row_met(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
                 struct sfr_row *row, struct sink *sink)
{
    const bool read = any_row(section, function, offset, row, sink);
    __CPROVER_assume(read || !in_question);
    return read;
}

bool any_known_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                        struct sink *sink)
{
    const bool read = any_function(section, index, function, sink);
    in_question = index == some_function;
    was_in_question |= in_question;
    __CPROVER_assume(!in_question || read == !some_unreadable);
    return read;
}

/* By its key a function comes before another exactly if it starts before it. */
static void keys(const struct check *check)
{
    const struct sfr_section *const section = check->section;
    __CPROVER_havoc_object(&one);
    __CPROVER_havoc_object(&other);
    __CPROVER_assume(one.index < section->function_count && other.index < section->function_count);
    const int64_t of_one = function_range(section, manner_of(section), one.index).start;
    const int64_t of_other = function_range(section, manner_of(section), other.index).start;
    assert((start_key(section, one.index) < start_key(section, other.index)) == (of_one < of_other));
    if (of_one < 0 && of_other > 0) /* so that both verdicts are reached, as in the other parts */
        sfr_breach(check->sink, SFR_CLAUSE_NONE, SFR_IRREGULAR, 0, 0, 0);
}

/* Any section, bits for its rows, and indices. */
void proof_check_part(void)
{
    const struct sfr_section section = any_section();
    struct check check = any_check_of(&section);
    struct sink sink = {0};
    uint32_t *const scratch = (uint32_t *)any_bytes((size_t)section.function_count * 8);
    __CPROVER_assume(!section.malformed);
    check.sink = &sink;
    events = nondet_size();
    some_function = nondet_u32();
    some_unreadable = nondet_bool();
    some_breach = some_unreadable || nondet_bool();
    was_in_question = has_met = false;
    PART;
    assert(((!was_in_question || !some_breach) && !has_met) || sink.verdict != SFR_VALID);
    assert((unsigned)sink.verdict <= SFR_MALFORMED);
    assert(sink.verdict != SFR_MALFORMED || check.broken);
    REACHES(sink.verdict == SFR_VALID);
    REACHES(sink.verdict == SFR_IRREGULAR);
}
