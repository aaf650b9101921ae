#include "lookup.h"

/* A search for PC takes two landmarks, of which the survey promised what it does of each, and of each two
 * functions: of the two in question, of the first one, and of the one at the later landmark. */
static bool is_surveyed_around(const struct sfr_section *section, int64_t pc)
{
    if (section->part_shift >= 64 || section->last_part >= SFR_LANDMARKS)
        return section->function_count == 0;
    const uint64_t part = part_of_start(section, pc);
    const uint32_t at = part < section->last_part ? (uint32_t)part : section->last_part;
    struct witness first, next;
    return first.index == 0 && (at >= section->last_part || next.index == section->landmarks[at + 1]) &&
           is_surveyed(section, at, other, one) && is_surveyed(section, at, one, other) &&
           is_surveyed(section, at, first, one) && is_surveyed(section, at, first, other) &&
           is_surveyed(section, at + 1, first, next) && is_surveyed(section, at + 1, next, one) &&
           is_surveyed(section, at + 1, one, other);
}

/* Halving finds what looking at each function finds.  ONE is the function that was found, by whichever way,
 * and OTHER the one where halving ended: whichever these are, there is such a proof. */
void proof_search(void)
{
    struct sfr_section section = any_section();
    const uint64_t pc = nondet_u64();
    uint32_t halved_at = nondet_u32(), scanned_at;
    __CPROVER_havoc_object(&one);
    __CPROVER_havoc_object(&other);
    __CPROVER_assume(one.index != other.index || (one.start == other.start && one.size == other.size));
    section.searchable = true;
    __CPROVER_assume(is_surveyed_around(&section, (int64_t)(pc - section.address)));
    ordered = true;
    const bool halved = search(&section, pc, &halved_at);
    const bool scanned = scan(&section, pc, &scanned_at);
    __CPROVER_assume(halved_at == other.index);
    __CPROVER_assume(halved ? one.index == halved_at : !scanned || one.index == scanned_at);
    assert(halved == scanned && (!halved || halved_at == scanned_at));
    assert(!halved || halved_at < section.function_count);
    REACHES(halved);
    REACHES(!halved && section.function_count != 0);
}
