/* The start and size of a function, as a search takes them, are what the bytes of its entry say. */
#include "../invariants.h"

#include "ref/lib/ranges.h"

/* The one function whose range is asked for: start_field() (proof entry) is asked for no other. */
static struct sfr_section section;
static size_t field;
static uint32_t asked;

size_t one_field(const struct sfr_section *of, struct manner how, uint32_t index)
{
    (void)of, (void)how;
    assert(index == asked && is_entry(&section, field));
    return field;
}

/* The start and the size that are stored there: the loads (proof loads) read nothing else. */
static uint64_t start;
static uint32_t size;

static bool is_wide(void)
{
    return section.profile == SFR_V3;
}

uint64_t entry_u64(const uint8_t *p, bool big_endian)
{
    assert(__CPROVER_r_ok(p, 8) && p == section.bytes + field && is_wide() && big_endian == section.big_endian);
    return start;
}

uint32_t entry_u32(const uint8_t *p, bool big_endian)
{
    const bool first = p == section.bytes + field;
    assert(__CPROVER_r_ok(p, 4) && big_endian == section.big_endian);
    assert(first ? !is_wide() : p == section.bytes + field + (is_wide() ? 8 : 4));
    return first ? (uint32_t)start : size;
}

/* A search asks for a function's start with its size, or for the start alone. */
void proof_range(void)
{
    section = any_section();
    field = nondet_size();
    asked = nondet_u32();
    start = nondet_u64();
    size = nondet_u32();
    __CPROVER_assume(!section.malformed && asked < section.function_count && is_entry(&section, field));
    const struct range range = function_range(&section, manner_of(&section), asked);
    const uint64_t stored = is_wide() ? start : (uint64_t)(int32_t)start;
    const bool from_field = (section.flags & sfr_texts[section.profile].flags & SFR_PCREL) != 0;
    assert((uint64_t)range.start == (from_field ? stored + field : stored));
    assert(range.size == size);
    assert(function_start(&section, manner_of(&section), asked) == range.start);
    assert(range.size == 0 || range_last(range) >= range.start);
    assert(range_end(range) >= range.start);
    REACHES(range.start < 0);
    REACHES(range.size == UINT32_MAX && (!is_wide() || range_end(range) == INT64_MAX));
}
