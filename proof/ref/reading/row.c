/* sfr_row at any offset: safe, and what it could read is a row. */
#include "../invariants.h"


void proof_row(void)
{
    const struct sfr_section section = any_section();
    const size_t offset = nondet_size();
    struct sfr_function function;
    struct sfr_row row;
    struct sfr_violation fault;
    const bool read = sfr_row(&section, &function, offset, &row, &fault);
    assert(!read || (is_row(&section, &row) && row.offset == offset && row.next > offset));
    /* What its info byte says, by the text's table of its bits. */
    assert(!read || (row.base_sp == (row.info & 1) && row.word_count == (row.info >> 1 & 15) &&
                     row.word_size == 1 << (row.info >> 5 & 3) && row.mangled_ra == row.info >> 7));
    assert(read || fault.severity == SFR_MALFORMED);
    REACHES(read);
    REACHES(!read);
}
