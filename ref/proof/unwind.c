#include "invariants.h"

#include "../lib/tracing.h"

/* As many as lie in memory. */
static size_t any_count(void)
{
    const size_t count = nondet_size();
    __CPROVER_assume(count <= LARGEST / sizeof(struct sfr_section));
    return count;
}

static const struct sfr_machine machine;

static bool is_unwind(const struct sfr_unwind *unwind)
{
    return (unwind->last < unwind->count || unwind->count == 0) && (unsigned)unwind->stop <= SFR_STOP_ERROR &&
           (unwind->stop != SFR_STEPPED || unwind->left != 0);
}

/* Any number of sections, any number of places, any trace that goes on. */
void proof_unwind(void)
{
    struct sfr_unwind unwind;
    struct sfr_frame frame;
    unwind.count = any_count();
    unwind.remembered = NULL; /* but where place_of says */
    __CPROVER_assume(unwind.places > 0 && is_unwind(&unwind));
    unwind.machine = &machine;
    unwind.sections = malloc(unwind.count * sizeof(struct sfr_section));
    __CPROVER_assume(unwind.sections != NULL);
    const struct sfr_unwind before = unwind;
    const bool more = sfr_unwind_next(&unwind, &frame);
    assert(more == (before.stop == SFR_STEPPED));
    assert(is_unwind(&unwind));
    assert(more || unwind.stop == before.stop);
    /* As many frames as were allowed: a trace ends. */
    assert(unwind.stop != SFR_STEPPED || unwind.left == before.left - 1);
    REACHES(!more);
    REACHES(unwind.stop == SFR_STEPPED && unwind.last != before.last);
    REACHES(more && unwind.stop == SFR_STOP_LIMIT);
    REACHES(more && unwind.stop == SFR_STOP_NO_FUNCTION && unwind.count > 1);
}
