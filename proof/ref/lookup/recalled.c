/* remember, recall: what is remembered makes the same step as what was found. */
#include "unwind.h"

uint64_t __CPROVER_uninterpreted_word(uint64_t address);
bool __CPROVER_uninterpreted_is_there(uint64_t address);

/* Memory that does not change from step to step. */
static bool same_memory(void *context, uint64_t address, uint64_t *value)
{
    (void)context;
    *value = __CPROVER_uninterpreted_word(address);
    return __CPROVER_uninterpreted_is_there(address);
}

/* Whether two callers are the same in all that a step sets. */
static bool is_same(const struct sfr_frame *one, const struct sfr_frame *other)
{
    return one->pc == other->pc && one->sp == other->sp && one->fp == other->fp && !one->cfa_known && !other->cfa_known &&
           !one->topmost && !other->topmost && !one->interrupted && !other->interrupted;
}

void proof_recalled(void)
{
    const struct sfr_section section = any_section();
    const struct sfr_machine machine = {same_memory, NULL, NULL, nondet_u64()};
    struct sfr_answer found;
    struct sfr_remembered place, before;
    struct sfr_frame frame, again, caller, other;
    __CPROVER_assume(is_rules(&found.rules) && found.rules.cfa.kind == SFR_AT);
    before = place;
    remember(&place, nondet_u64(), &found, abi_of(&section)->sp_from_cfa);
    const bool noted = place.pc != before.pc;
    assert(place.caller == before.caller && (!noted || place.used));
    REACHES(!noted);
    if (!noted)
        return;
    again = frame;
    const enum sfr_step made = recover(&section, &found, &machine, &frame, &caller);
    struct sfr_frame *const to = nondet_bool() ? &again : &other;
    assert(recall(&place, &machine, &again, to) == made && again.cfa == frame.cfa && frame.cfa_known);
    assert(made == SFR_STEPPED ? is_same(&caller, to) : again.cfa_known);
    assert(to == &again || again.cfa_known);
    REACHES(made == SFR_STEPPED && found.rules.fp.kind == SFR_AT && found.rules.cfa.base == SFR_FP);
    REACHES(made == SFR_STEPPED && found.rules.fp.kind == SFR_SAME && found.row.mangled_ra && to == &again);
    REACHES(made == SFR_STOP_LOOP);
    REACHES(made == SFR_STOP_MEMORY);
}
