#include "invariants.h"

void proof_survey(void)
{
    struct sfr_section section = any_section();
    some_part = nondet_u32();
    sfr_survey(&section);
    assert(is_open(&section) && is_surveyed(&section));
    REACHES(section.searchable);
    REACHES(!section.searchable);
}
