/* The two halves of a step of a trace: look up the rules at a frame's PC, then compute the caller's frame. */
#ifndef REF_LIB_TRACING_H
#define REF_LIB_TRACING_H

#include "internal.h"

/* The PC by which the frame's row is looked up.  A return address may already lie in another row or
 * function than the call, so one less is taken.  A PC at which a signal interrupted is taken as it is:
 * [trace.signal]. */
static inline uint64_t lookup_pc(const struct sfr_frame *frame)
{
    return frame->topmost || frame->interrupted ? frame->pc : frame->pc - 1;
}

/* Looks up what is needed for a step.  *RECOVERY is set if the result is SFR_STEPPED. */
enum sfr_step sfr_find_recovery(const struct sfr_section *section, uint64_t pc,
                                struct sfr_recovery *recovery);

/* Computes the caller's frame, which is set if the result is SFR_STEPPED; of FRAME only the CFA is set. */
enum sfr_step sfr_recover(const struct sfr_recovery *recovery, const struct sfr_machine *machine,
                          struct sfr_frame *frame, struct sfr_frame *caller);

#endif
