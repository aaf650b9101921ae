#include "../lib/ranges.h"

/* What a lookup is told to look into. */
extern uint32_t looked_into;
uint32_t looked_into;

enum sfr_found note_function(const struct sfr_section *section, uint32_t index, uint64_t pc,
                             struct sfr_answer *answer)
{
    (void)section;
    (void)pc;
    (void)answer;
    looked_into = index;
    return SFR_FOUND;
}

/* Functions wherever they are, at most FUNCTIONS. */

static struct range table[FUNCTIONS];

int64_t table_start(const struct sfr_section *section, uint32_t index)
{
    assert(index < section->function_count);
    return table[index].start;
}

struct range table_range(const struct sfr_section *section, uint32_t index)
{
    assert(index < section->function_count);
    return table[index];
}

/* A section that can be searched gives by halving what it gives by looking at every function. */
void proof_halving(void)
{
    struct sfr_section section;
    struct sfr_answer answer;
    const uint64_t pc = nondet_u64();
    __CPROVER_havoc_object(table);
    __CPROVER_assume(section.function_count <= FUNCTIONS);
    const int64_t first = (int64_t)nondet_u64();
    for (size_t i = 0; i < FUNCTIONS; i++)
        __CPROVER_assume(table[i].start >= first && (uint64_t)table[i].start - (uint64_t)first < RANGE);
    sfr_survey(&section);
    __CPROVER_assume(section.searchable);
    const enum sfr_found halved = sfr_lookup(&section, pc, &answer);
    const uint32_t function = looked_into;
    section.searchable = false;
    const enum sfr_found scanned = sfr_lookup(&section, pc, &answer);
    assert(halved == scanned && (halved == SFR_NO_FUNCTION || function == looked_into));
    REACHES(halved == SFR_FOUND && function == FUNCTIONS - 1);
    REACHES(halved == SFR_NO_FUNCTION);
}
