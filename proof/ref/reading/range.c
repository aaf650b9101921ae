/* Where a search finds a function is what the bytes of its entry say. */
#include "../number.h"

#include "ref/lib/ranges.h"

/* entry; of the function in question, and of no other. */
static size_t field;
static uint32_t asked;

size_t one_field(const struct sfr_section *section, struct manner how, uint32_t index)
{
    (void)how;
    assert(index == asked && is_entry(section, field));
    return field;
}

/* Where a function is, as a search asks for it: its start alone, and with its size. */
void proof_range(void)
{
    const struct sfr_section section = any_section();
    const uint32_t index = nondet_u32();
    field = nondet_size();
    asked = index;
    __CPROVER_assume(!section.malformed && index < section.function_count && is_entry(&section, field));
    const struct range range = function_range(&section, manner_of(&section), index);
    const bool wide = section.profile == SFR_V3;
    const uint8_t *const entry = section.bytes + field;
    const uint64_t start = number(entry, wide ? 8 : 4, section.big_endian);
    const uint64_t stored = wide ? start : (uint64_t)(int32_t)start;
    const bool from_field = (section.flags & sfr_texts[section.profile].flags & SFR_PCREL) != 0;
    assert((uint64_t)range.start == (from_field ? stored + field : stored));
    assert(range.size == number(entry + (wide ? 8 : 4), 4, section.big_endian));
    assert(function_start(&section, manner_of(&section), index) == range.start);
    assert(range.size == 0 || range_last(range) >= range.start);
    assert(range_end(range) >= range.start);
    REACHES(range.start < 0);
    REACHES(range.size == UINT32_MAX && (!wide || range_end(range) == INT64_MAX));
}
