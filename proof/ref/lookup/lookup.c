/* sfr_lookup of any section: safe, it ends, and what it finds is an answer.  A lookup is compiled for some
 * texts, and once for all others; LOOK_UP calls one of these, or sfr_lookup, which chooses among them. */
#include "lookup.h"

/* The part of the addresses in which the PC lies, of those that the survey makes.  It may be any, as a search must be
 * safe with each. */
static uint64_t part_of_pc;

uint64_t any_part(const struct sfr_section *section, int64_t start)
{
    (void)start;
    assert(section->part_shift < 64);
    return part_of_pc;
}

/* A search uses two landmarks.  The survey has promised of each what it promises of any. */
static bool is_surveyed_there(const struct sfr_section *section)
{
    const uint32_t at = part_of_pc < section->last_part ? (uint32_t)part_of_pc : section->last_part;
    struct witness function, later;
    return is_surveyed(section, at, function, later) && is_surveyed(section, at + 1, function, later);
}

/* Instead of look_up(): it must have been compiled for the section's text and byte order. */
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
