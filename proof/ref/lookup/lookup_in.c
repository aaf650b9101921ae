/* sfr_lookup_in: safe, it ends within the rows of the function, and gives a row and rules. */
#include "../invariants.h"

void proof_lookup_in(void)
{
    const struct sfr_section section = any_section();
    const uint32_t index = nondet_u32();
    __CPROVER_assume(index < section.function_count);
    struct sfr_answer answer;
    const enum sfr_found found = sfr_lookup_in(&section, index, nondet_u64(), &answer);
    assert(answer.found == found && is_answer(&section, &answer));
    REACHES(found == SFR_FOUND);
    REACHES(found == SFR_OUTERMOST);
    REACHES(found == SFR_NO_ROW);
    REACHES(found == SFR_ERROR);
}
