/* A search by halving finds the function that looking at each function finds. */
#include "lookup.h"

/* The PC, as an offset in the section, and its part. */
int64_t wanted;
static uint64_t part_of_wanted;

/* search_steps */
uint64_t any_part_of(const struct sfr_section *section, int64_t start)
{
    assert(start == wanted && start >= section->first_start);
    return part_of_wanted;
}

bool any_holding(const struct sfr_section *section, struct range range, uint64_t pc)
{
    assert((int64_t)(pc - section->address) == wanted && ends_in_time(range));
    return range.start <= wanted && wanted < range.start + (int64_t)range.size;
}

uint64_t any_distance(const struct sfr_section *section, struct range range, uint64_t pc)
{
    assert((int64_t)(pc - section->address) == wanted);
    return (uint64_t)wanted - (uint64_t)range.start;
}

static bool has_part(const struct sfr_section *section, struct witness function)
{
    return function.start < section->first_start || wanted < section->first_start ||
           ((function.start > wanted || function.part <= part_of_wanted) &&
            (function.start < wanted || function.part >= part_of_wanted));
}

/* A search for PC uses two landmarks.  What the survey promises of any part and any two functions is assumed of
 * these, and of ONE, OTHER and the first function. */
static void assume_surveyed(const struct sfr_section *section)
{
    const uint32_t at = part_of_wanted < section->last_part ? (uint32_t)part_of_wanted : section->last_part;
    struct witness first;
    if (section->function_count == 0)
        return;
    __CPROVER_assume(first.index == 0);
    __CPROVER_assume(section->last_part < SFR_LANDMARKS && section->part_shift < 64);
    __CPROVER_assume(is_surveyed(section, at, other, one) && is_surveyed(section, at, one, other));
    __CPROVER_assume(is_surveyed(section, at, first, one) && is_surveyed(section, at, first, other));
    __CPROVER_assume(is_surveyed(section, at + 1, one, other) && is_surveyed(section, at + 1, other, one));
    __CPROVER_assume(has_part(section, one) && has_part(section, other));
    __CPROVER_assume(has_part(section, first));
}

/* Halving finds what looking at each function finds.  ONE is the function that was found, by whichever way,
 * and OTHER the one where halving ended: whichever these are, there is such a proof. */
void proof_search(void)
{
    struct sfr_section section;
    const uint64_t pc = nondet_u64();
    uint32_t halved_at = nondet_u32(), scanned_at;
    wanted = (int64_t)(pc - section.address);
    part_of_wanted = nondet_u64();
    __CPROVER_havoc_object(&one);
    __CPROVER_havoc_object(&other);
    __CPROVER_assume(one.index != other.index || (one.start == other.start && one.size == other.size));
    __CPROVER_assume(is_text(section.profile));
    section.searchable = true;
    assume_surveyed(&section);
    ordered = true;
    const bool halved = search(&section, manner_of(&section), pc, &halved_at);
    const bool scanned = scan(&section, manner_of(&section), pc, &scanned_at);
    __CPROVER_assume(halved_at == other.index);
    __CPROVER_assume(halved ? one.index == halved_at : !scanned || one.index == scanned_at);
    assert(!halved == !scanned && (!halved || halved_at == scanned_at)); /* a bool that a loop sets may be any byte */
    assert(!halved || halved_at < section.function_count);
    REACHES(halved);
    REACHES(!halved && section.function_count != 0);
}
