/* place_of: the place that it gives to a PC is one of those that are there. */
#include "unwind.h"

static struct sfr_remembered remembered[PLACES];

void proof_place(void)
{
    struct sfr_unwind unwind;
    __CPROVER_havoc_object(remembered);
    unwind.remembered = remembered;
    __CPROVER_assume(unwind.mask < PLACES);
    const uint64_t callee = nondet_u64(), found = nondet_u64();
    __CPROVER_assume(callee <= unwind.mask && found <= unwind.mask);
    const struct sfr_remembered *const place = place_of(&unwind, &remembered[callee], nondet_u64());
    assert(place >= remembered && place <= &remembered[unwind.mask]);
    REACHES(place == &remembered[PLACES - 1]);
    REACHES(!place->used);
}
