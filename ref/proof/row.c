#include "invariants.h"

/* Of any offset, whoever says it. */
void proof_row(void)
{
    const struct sfr_section section = any_section();
    const size_t offset = nondet_size();
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_violation fault;
    const bool read = sfr_row(&section, &function, offset, &row, &fault);
    assert(!read || (is_row(&section, &row) && row.offset == offset && row.next > offset));
    assert(read || fault.severity == SFR_MALFORMED);
    REACHES(read);
    REACHES(!read);
}
