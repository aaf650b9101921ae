/* sfr_open: safe, and the section then keeps the promises of is_open(). */
#include "../invariants.h"

void proof_open(void)
{
    const size_t size = nondet_size();
    __CPROVER_assume(size <= LARGEST);
    struct sfr_section section;
    struct sfr_report report = {0};
    const enum sfr_profile profile = ANY_PROFILE;
    const enum sfr_verdict verdict =
        sfr_open(&section, any_bytes(size), size, nondet_u64(), profile, &report);
    assert(is_open(&section));
    assert(verdict <= SFR_MALFORMED);
    assert((verdict == SFR_MALFORMED) == section.malformed);
    assert(verdict != SFR_VALID || has_valid_header(&section));
    /* What bounds the rounds of loops. */
    assert((size_t)section.function_count * 16 <= size);
    assert(section.malformed || section.fre_len <= size);
    REACHES(verdict == SFR_VALID);
    REACHES(verdict == SFR_IRREGULAR);
    REACHES(verdict == SFR_MALFORMED);
}
