#include "walk.h"

/* What is proved of some function is proved of each, so that what loops.txt assumes of one holds. */
#define is_some(indices, section) (some_function >= (section)->function_count || (indices)[some_function] < (section)->function_count)

static uint64_t any_key(const struct sfr_section *section, uint32_t index)
{
    assert(index < section->function_count);
    return nondet_u64();
}

uint32_t any_pass(const struct sfr_section *section, sort_key key, uint32_t *after, uint32_t at, unsigned shift)
{
    (void)key;
    assert(at < section->function_count && is_some(after, section) && shift < 64);
    assert(__CPROVER_rw_ok(after, (size_t)section->function_count * 4));
    __CPROVER_havoc_object(after);
    __CPROVER_assume(is_some(after, section));
    const uint32_t first = nondet_u32();
    __CPROVER_assume(first < section->function_count);
    return first;
}

static void part_pass(const struct sfr_section *section, uint32_t *scratch)
{
    const uint32_t at = nondet_u32(), shift = nondet_u8();
    __CPROVER_assume(at < section->function_count && shift < 64 && is_some(scratch, section));
    const uint32_t first = sort_pass(section, any_key, scratch, at, shift);
    assert(first < section->function_count && is_some(scratch, section));
    REACHES(true);
}

static void part_whole(const struct sfr_section *section, uint32_t *scratch)
{
    const uint32_t *const order = sorted_functions(section, scratch, any_key);
    assert(order == scratch && is_some(order, section));
    REACHES(section->function_count == 0);
    REACHES(section->function_count > 2);
}

void proof_sort(void)
{
    struct sfr_section section;
    section.function_count = nondet_u32();
    some_function = nondet_u32();
    PART(&section, (uint32_t *)any_bytes((size_t)section.function_count * ROOM));
}
