/* place_of: the place that it gives to a PC is one of those that are there. */
#include "unwind.h"

static struct sfr_remembered remembered[PLACES];

void proof_place(void)
{
    struct sfr_unwind unwind;
    __CPROVER_havoc_object(remembered);
    unwind.remembered = remembered;
    __CPROVER_assume(unwind.mask < PLACES && unwind.recent <= unwind.mask);
    const struct sfr_remembered *const place = place_of(&unwind, nondet_u64());
    assert(unwind.recent <= unwind.mask && place == &remembered[unwind.recent]);
    REACHES(place == &remembered[PLACES - 1]);
    REACHES(!place->used);
}
