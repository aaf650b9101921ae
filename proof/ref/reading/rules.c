/* sfr_rules and sfr_tracks_ra: safe, and the results are rules. */
#include "../invariants.h"

void proof_rules(void)
{
    const struct sfr_section section = any_section();
    struct sfr_function function;
    struct sfr_row row;
    __CPROVER_assume(is_function(&section, &function) && is_row(&section, &row));
    struct sfr_rules rules;
    __CPROVER_havoc_object(any_words);
    struct sfr_violation fault;
    const bool read = sfr_rules(&section, &function, &row, &rules, &fault);
    assert(is_rules(&rules));
    assert(!read || rules.cfa.kind == SFR_AT || rules.ra.kind == SFR_UNDEFINED);
    assert(read || fault.severity == SFR_IRREGULAR || fault.severity == SFR_MALFORMED);
    REACHES(read);
    REACHES(!read);
    REACHES(rules.ra.kind == SFR_UNDEFINED);
}
