/* sfr_survey: safe, it ends; then functions and landmarks are in order. */
#include "../invariants.h"

void proof_survey(void)
{
    struct sfr_section section = any_section();
    ordered = false;
    some_part = nondet_u32();
    __CPROVER_havoc_object(&one);
    __CPROVER_havoc_object(&other);
    __CPROVER_assume(one.index != other.index);
    sfr_survey(&section);
    assert(is_open(&section) && is_surveyed(&section, some_part, one, other));
    REACHES(section.searchable);
    REACHES(!section.searchable);
}
