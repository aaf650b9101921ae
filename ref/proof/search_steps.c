#include "lookup.h"

/* What search_few takes for a part, for what holds a PC, and for what follows of two functions. */
void proof_search_steps(void)
{
    struct sfr_section section;
    struct range range;
    const uint64_t pc = nondet_u64();
    const int64_t wanted = (int64_t)(pc - section.address), start = (int64_t)nondet_u64();
    __CPROVER_assume(section.part_shift < 64 && section.first_start <= start && start <= wanted);
    assert(part_of(&section, start) <= part_of(&section, wanted));
    __CPROVER_assume(ends_in_time(range));
    const bool held = holds(&section, range, pc);
    assert(held == (range.start <= wanted && wanted < range.start + (int64_t)range.size));
    struct witness earlier, later;
    __CPROVER_assume(earlier.index < later.index && is_before(earlier, later));
    assert(is_passed(earlier, later, wanted));
    REACHES(held);
    REACHES(!held && range.size != 0);
}
