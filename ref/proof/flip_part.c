#include "invariants.h"

#define sfr_flip flipped
#include "../lib/flip.c"

/* Both sections hold these bytes, behind the header. */
void any_reverse(struct flip *flip, size_t offset, size_t width)
{
    assert(width <= 8 && offset >= flip->from.header_read && offset <= flip->from.size && width <= flip->from.size - offset);
}

/* A check found no function that cannot be read: check_part-functions. */
bool any_checked_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function, struct sink *sink)
{
    const bool read = any_function(section, index, function, sink);
    __CPROVER_assume(read);
    return read;
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

static void part_row(struct flip *flip)
{
    struct sfr_row row;
    __CPROVER_assume(is_row(&flip->from, &row));
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

void proof_flip_part(void)
{
    struct flip flip = {.from = any_section()};
    __CPROVER_assume(!flip.from.malformed);
    flip.out = (uint8_t *)any_bytes(flip.from.size);
    PART(&flip);
}
