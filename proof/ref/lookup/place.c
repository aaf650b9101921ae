/* sfr_unwind_next: a PC's place among what is remembered is one of those that are there. */
#include "../invariants.h"

#include "ref/lib/tracing.h"

/* Where a PC is remembered lies among the places. */
void proof_place(void)
{
    static const struct sfr_machine machine;
    static const struct sfr_section section;
    struct sfr_unwind unwind;
    struct sfr_frame frame;
    unwind.count = 1;
    unwind.sections = &section;
    unwind.machine = &machine;
    __CPROVER_assume(unwind.places > 0 && unwind.places <= PLACES);
    unwind.remembered = malloc(unwind.places * sizeof(struct sfr_remembered));
    __CPROVER_assume(unwind.remembered != NULL);
    const bool more = sfr_unwind_next(&unwind, &frame);
    REACHES(more);
    REACHES(!more);
}
