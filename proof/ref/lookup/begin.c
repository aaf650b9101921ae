/* sfr_unwind_begin and sfr_unwind_from: safe, they end, and nothing is remembered. */
#include "unwind.h"

void proof_begin(void)
{
    static const struct sfr_machine machine;
    const size_t count = nondet_size(), places = nondet_size();
    __CPROVER_assume(places <= LARGEST / sizeof(struct sfr_remembered));
    struct sfr_remembered *const remembered = malloc(places * sizeof *remembered);
    __CPROVER_assume(remembered != NULL);
    struct sfr_unwind unwind;
    some_place = nondet_size();
    sfr_unwind_begin(&unwind, NULL, count, &machine, remembered, places);
    assert(unwind.count == count && unwind.remembered == remembered && unwind.last == 0);
    assert(unwind.recent == remembered && (places == 0 || (unwind.mask < places && unwind.mask >= (places - 1) / 2)));
    assert(unwind.stop == SFR_STOP_LIMIT);
    assert(some_place >= places || !remembered[some_place].used);
    const uint32_t limit = nondet_u32();
    sfr_unwind_from(&unwind, nondet_u64(), nondet_u64(), nondet_u64(), limit);
    assert(is_unwind(&unwind) && unwind.left == limit && (unwind.stop == SFR_STEPPED) == (limit != 0));
    assert(unwind.frame.topmost && !unwind.frame.interrupted);
    REACHES(limit == 0);
    REACHES(places > 1);
}
