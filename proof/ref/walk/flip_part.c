/* The parts of sfr_flip: what each writes lies in the section, behind the header; differences are reported. */
#include "flip.h"

#include "ref/lib/rows.h"

/* Instead of reverse(): the bytes must lie in both sections, behind the header. */
void any_reverse(struct flip *flip, size_t offset, size_t width)
{
    assert(width <= 8 && offset >= flip->from.header_read && offset <= flip->from.size &&
           width <= flip->from.size - offset);
}

/* A check found no function that cannot be read: check_part-functions. */
bool any_checked_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                          struct sink *sink)
{
    const bool read = any_function(section, index, function, sink);
    __CPROVER_assume(read);
    return read;
}

/* Of the output it is not known whether it can be read. */
bool any_twin_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                       struct sink *sink)
{
    return any_function(section, index, function, sink) &&
           (nondet_bool() || sfr_fault(sink, SFR_CLAUSE_NONE, SFR_MALFORMED, 0, 0, 0));
}

void any_walk_from_start(struct walk *walk, const struct sfr_section *section, uint32_t *scratch, struct sink *sink)
{
    (void)any_order(section, scratch, NULL);
    walk->section = section;
    walk->sink = sink;
}

/* walk: after a check that found no row that cannot be read. */
enum walk_event any_walk_step(struct walk *walk)
{
    struct sfr_function function;
    struct sfr_row row;
    const enum walk_event event = (enum walk_event)nondet_u8();
    __CPROVER_assume((unsigned)event <= WALK_MEETS && (events != 0 || event == WALK_ENDS));
    events -= event != WALK_ENDS;
    __CPROVER_assume(is_function(walk->section, &function) && (event != WALK_ROW || is_row(walk->section, &row)));
    walk->function = function;
    walk->row = row;
    walk->event = event;
    return event;
}

void any_flipped_row(struct flip *flip, const struct sfr_row *row)
{
    assert(is_row(&flip->from, row));
}

bool any_same_row(const struct flip *flip, const struct sfr_function *function, const struct sfr_row *row,
                  struct sink *sink)
{
    assert(is_row(&flip->from, row) && is_function(&flip->from, function));
    return nondet_bool() || sfr_fault(sink, SFR_fre_unshared, SFR_MALFORMED, row->offset, 0, 0);
}

static void part_reverse(struct flip *flip)
{
    const size_t offset = nondet_size(), width = nondet_size(), at = nondet_size();
    __CPROVER_assume(width <= 8 && offset <= flip->from.size && width <= flip->from.size - offset && at < width);
    reverse(flip, offset, width);
    assert(flip->out[offset + at] == flip->from.bytes[offset + width - 1 - at]);
    REACHES(width == 1);
    REACHES(width == 8);
}

static struct sfr_row any_read_row(const struct flip *flip)
{
    struct sfr_row row;
    __CPROVER_assume(is_row(&flip->from, &row) && row.word_count == (row.info >> COUNT_SHIFT & COUNT));
    return row;
}

static void part_row(struct flip *flip)
{
    const struct sfr_row row = any_read_row(flip);
    flip_row(flip, &row);
    REACHES(row.word_count == 15);
    REACHES(row.word_count == 0);
}

static void part_function(struct flip *flip)
{
    const uint32_t index = nondet_u32();
    __CPROVER_assume(index < flip->from.function_count);
    flip_function(flip, index);
    REACHES(true);
}

static void part_same_row(struct flip *flip)
{
    struct sink sink = {0};
    struct sfr_function function;
    const struct sfr_row row = any_read_row(flip);
    const bool same = same_row(flip, &function, &row, &sink);
    assert(same == (sink.verdict == SFR_VALID));
    REACHES(same && row.word_count == 15);
    REACHES(!same);
}

static void part_same_function(struct flip *flip)
{
    struct sink sink = {0};
    const uint32_t index = nondet_u32();
    __CPROVER_assume(index < flip->from.function_count);
    const bool same = same_function(flip, index, &sink);
    assert(same || sink.verdict != SFR_VALID);
    REACHES(same);
    REACHES(!same);
}

static void part_rows(struct flip *flip)
{
    struct sink sink = {0};
    const bool written = nondet_bool();
    events = nondet_size();
    const bool same = flip_rows(flip, (uint32_t *)any_bytes((size_t)flip->from.function_count * 8), written, &sink);
    assert(same == (sink.verdict == SFR_VALID));
    REACHES(same && written);
    REACHES(same && !written);
    REACHES(!same);
}

/* The output has the same header in the other byte order, which `flip_same-header` proves. */
void proof_flip_part(void)
{
    struct flip flip = {.from = any_section()};
    __CPROVER_assume(!flip.from.malformed);
    flip.out = (uint8_t *)any_bytes(flip.from.size);
    flip.to = flip.from;
    flip.to.bytes = flip.out;
    flip.to.big_endian = !flip.from.big_endian;
    PART(&flip);
}
