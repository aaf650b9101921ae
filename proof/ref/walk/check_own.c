/* own() marks the bytes of a row, and no other bit. */
#include "check.h"

/* FROM and TO are any places in the rows.  A byte becomes owned if it lies between; else it stays as it was. */
void proof_check_own(void)
{
    const struct sfr_section section = any_section();
    struct check check = any_check_of(&section);
    const size_t from = nondet_size(), to = nondet_size();
    some_byte = nondet_size();
    __CPROVER_assume(section.fres <= from && from <= to && to <= section.fres_end);
    __CPROVER_assume(some_byte < section.fres_end - section.fres);
    some_taken = is_owned(&check, section.fres + some_byte);
    const bool inside = from - section.fres <= some_byte && some_byte < to - section.fres;
    const bool alone = own(&check, from, to);
    assert(is_owned(&check, section.fres + some_byte) == (some_taken || inside));
    assert(!(alone && some_taken && inside));
    REACHES(alone);
    REACHES(!alone);
    REACHES(inside && !some_taken);
}
