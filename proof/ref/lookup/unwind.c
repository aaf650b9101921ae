/* sfr_unwind_next: safe, it ends, one frame fewer is left, and a caller follows from what was found at its PC. */
#include "unwind.h"

static const struct sfr_machine machine;
static struct sfr_remembered remembered; /* what place_of() gives */

struct sfr_remembered *any_place(struct sfr_unwind *unwind, uint64_t pc)
{
    (void)unwind, (void)pc;
    __CPROVER_havoc_object(&remembered);
    is_found = remembered.used;
    found_at = remembered.pc;
    return &remembered;
}

enum sfr_step any_asked(struct sfr_unwind *unwind, struct recovery *recovery)
{
    unwind->last = nondet_size();
    __CPROVER_assume(unwind->last < unwind->count || unwind->count == 0);
    return any_recovery(unwind->sought, recovery);
}

/* Instead of recover(): what it gets was found at the frame's own PC, now or before. */
enum sfr_step noted_caller(const struct recovery *recovery, const struct sfr_machine *asked, struct sfr_frame *frame,
                           struct sfr_frame *caller)
{
    assert(is_found && found_at == lookup_pc(frame) && asked == &machine && __CPROVER_r_ok(recovery, sizeof *recovery));
    const enum sfr_step step = (enum sfr_step)nondet_u32();
    __CPROVER_assume((unsigned)step <= SFR_STOP_ERROR);
    frame->cfa_known = nondet_bool();
    if (step == SFR_STEPPED) {
        caller->pc = nondet_u64();
        caller->topmost = false;
        caller->interrupted = recovery->signal;
    }
    return step;
}

void proof_unwind(void)
{
    struct sfr_unwind unwind;
    struct sfr_frame frame;
    unwind.machine = &machine;
    __CPROVER_assume(is_unwind(&unwind));
    const struct sfr_unwind before = unwind;
    const bool more = sfr_unwind_next(&unwind, &frame);
    /* What is remembered of a PC was found at that PC. */
    assert(!more || !remembered.used || (is_found && found_at == remembered.pc) || found_at != remembered.pc);
    assert(more == (before.stop == SFR_STEPPED));
    assert(!more || (frame.pc == before.frame.pc && frame.sp == before.frame.sp && frame.fp == before.frame.fp &&
                     frame.topmost == before.frame.topmost && frame.interrupted == before.frame.interrupted));
    assert(is_unwind(&unwind));
    assert(more || unwind.stop == before.stop);
    /* As many frames as were allowed: a trace ends. */
    assert(unwind.stop != SFR_STEPPED || unwind.left == before.left - 1);
    REACHES(!more);
    REACHES(unwind.stop == SFR_STEPPED && unwind.last != before.last);
    REACHES(more && unwind.stop == SFR_STOP_LIMIT);
    REACHES(unwind.stop == SFR_STEPPED && unwind.frame.interrupted);
}
