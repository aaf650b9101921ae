/* The steps on which search.c rests: parts rise with addresses; a guess stays among the functions; a function
 * holds the PCs in its range. */
#include "lookup.h"

/* What a search takes for a part, for a guess, for a distance, and for what holds a PC. */
void proof_search_steps(void)
{
    struct sfr_section section;
    struct range range;
    const uint64_t pc = nondet_u64();
    const int64_t wanted = (int64_t)(pc - section.address), start = (int64_t)nondet_u64();
    __CPROVER_assume(section.part_shift < 64 && section.first_start <= start && start <= wanted);
    assert(part_of(&section, start) <= part_of(&section, wanted));
    const uint32_t count = nondet_u32();
    __CPROVER_assume(count > 1);
    const uint32_t by = guess(&section, nondet_u64(), nondet_u32(), count);
    assert(by > 0 && by < count);
    assert(distance(&section, range, pc) == (uint64_t)wanted - (uint64_t)range.start);
    __CPROVER_assume(ends_in_time(range));
    const bool held = holds(&section, range, pc);
    assert(held == (range.start <= wanted && wanted < range.start + (int64_t)range.size));
    REACHES(by > 1 && by < count - 1);
    REACHES(held);
    REACHES(!held && range.size != 0);
}
