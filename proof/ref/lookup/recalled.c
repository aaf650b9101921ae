/* remember, recalled: what is recalled makes the same step as what was found. */
#include "unwind.h"

/* All that a step looks at. */
static bool is_same(const struct sfr_rule *one, const struct sfr_rule *other)
{
    return one->kind == other->kind && one->base == other->base && one->base != SFR_REGISTER &&
           !one->deref == !other->deref && one->offset == other->offset;
}

void proof_recalled(void)
{
    struct recovery found;
    struct sfr_remembered place, before;
    __CPROVER_assume(is_rules(&found.rules) && found.rules.cfa.kind == SFR_AT);
    before = place;
    remember(&place, nondet_u64(), &found);
    const struct recovery again = recalled(&place);
    const bool noted = place.pc != before.pc;
    assert(place.caller == before.caller && (!noted || place.used));
    assert(!noted ||
           (is_same(&again.rules.cfa, &found.rules.cfa) && is_same(&again.rules.ra, &found.rules.ra) &&
            found.rules.ra.kind == SFR_AT && again.sp_from_cfa == found.sp_from_cfa &&
            !again.signal == !found.signal && !again.mangled_ra == !found.mangled_ra));
    assert(!noted || (found.rules.fp.kind == SFR_AT ? is_same(&again.rules.fp, &found.rules.fp)
                                                    : again.rules.fp.kind != SFR_AT));
    REACHES(noted && found.rules.fp.kind == SFR_AT && found.rules.cfa.base == SFR_FP);
    REACHES(noted && found.rules.fp.kind == SFR_SAME && found.mangled_ra);
    REACHES(!noted);
}
