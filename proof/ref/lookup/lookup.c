/* sfr_lookup of any section: safe, it ends, and what it finds is an answer.  It is compiled for some texts and for all;
 * LOOK_UP is one of these, or who chooses among them. */
#include "lookup.h"

/* Where the PC lies: the shift is the survey's, and a search must do with any part. */
static uint64_t part_of_pc;

uint64_t any_part(const struct sfr_section *section, int64_t start)
{
    (void)start;
    assert(section->part_shift < 64);
    return part_of_pc;
}

/* A search takes two landmarks, of which the survey said what it says of each. */
static bool is_surveyed_there(const struct sfr_section *section)
{
    const uint32_t at = part_of_pc < section->last_part ? (uint32_t)part_of_pc : section->last_part;
    struct witness function, later;
    return is_surveyed(section, at, function, later) && is_surveyed(section, at + 1, function, later);
}

/* Instead of what is compiled for each text: which it was compiled for. */
enum sfr_found any_compiled(const struct sfr_section *section, struct manner how, bool searchable, uint64_t pc,
                            struct sfr_answer *answer)
{
    assert(is_manner(section, how) && searchable == section->searchable);
    return any_lookup(section, pc, answer);
}

void proof_lookup(void)
{
    struct sfr_section section = any_section();
    ordered = false;
    section.searchable = SEARCHABLE;
    part_of_pc = nondet_u64();
    __CPROVER_assume(is_surveyed_there(&section));
    struct sfr_answer answer;
    const enum sfr_found found = LOOK_UP;
    assert(answer.found == found && (found == SFR_NO_FUNCTION || is_answer(&section, &answer)));
    REACHES(found != SFR_NO_FUNCTION);
    REACHES(found == SFR_NO_FUNCTION && section.function_count != 0);
}
