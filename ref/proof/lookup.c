#include "invariants.h"

/* Where the search begins it takes two landmarks, of which the survey said what it says of each. */
static bool is_surveyed_around(const struct sfr_section *section, uint64_t pc)
{
    const uint64_t start = pc - section->address - (uint64_t)section->first_start;
    const uint64_t part = start >> section->part_shift % 64;
    some_part = part < section->last_part ? (uint32_t)part : section->last_part;
    if (!is_surveyed(section))
        return false;
    some_part++;
    return is_surveyed(section);
}

void proof_lookup(void)
{
    struct sfr_section section = any_section();
    section.searchable = SEARCHABLE;
    const uint64_t pc = nondet_u64();
    __CPROVER_assume(is_surveyed_around(&section, pc));
    struct sfr_answer answer;
    const enum sfr_found found = sfr_lookup(&section, pc, &answer);
    assert(answer.found == found && (found == SFR_NO_FUNCTION || is_answer(&section, &answer)));
    REACHES(found != SFR_NO_FUNCTION);
    REACHES(found == SFR_NO_FUNCTION && section.function_count != 0);
}
