/* unwind.c itself, for proofs of its static functions; what it exports has other names here. */
#pragma once

#include "../invariants.h"

/* SOUGHT is lookup_pc() of FRAME.  A macro, as invariants may call no function. */
#define is_sought(sought, frame)                                                                             \
    ((frame).topmost || (frame).interrupted ? (sought) == (frame).pc : (sought) == (frame).pc - 1)

/* What holds of an unwinding between calls. */
#define is_unwind(unwind)                                                                                    \
    (((unwind)->last < (unwind)->count || (unwind)->count == 0) && (unsigned)(unwind)->stop <= SFR_STOP_ERROR && \
     ((unwind)->stop != SFR_STEPPED ||                                                                       \
      ((unwind)->left != 0 && is_sought((unwind)->sought, (unwind)->frame))))

#define sfr_step(...)    stepped(__VA_ARGS__) /* there is an enumeration of this name, too */
#define sfr_step_name    named_step
#define sfr_unwind_begin begun
#define sfr_unwind_from  begun_from
#define sfr_unwind_next  gone_on
#define sfr_unwind_pcs   gone_on_by_pcs
#include "ref/lib/unwind.c"
#undef sfr_step

/* Any step to a caller.  It must go by what was found at the frame's own PC, now or before; OURS: by the callbacks of the
 * unwinding. */
static inline enum sfr_step any_caller(bool ours, struct sfr_frame *frame, struct sfr_frame *caller, bool signal)
{
    assert(is_found && is_sought(found_at, *frame) && ours);
    const enum sfr_step step = (enum sfr_step)nondet_u32();
    __CPROVER_assume((unsigned)step <= SFR_STOP_ERROR);
    frame->cfa_known = nondet_bool();
    if (step == SFR_STEPPED) {
        caller->pc = nondet_u64();
        caller->topmost = false;
        caller->interrupted = signal;
    }
    return step;
}
