/* A step of a trace in its two halves: what holds at a frame's PC, and the caller that follows from it. */
#ifndef REF_LIB_TRACING_H
#define REF_LIB_TRACING_H

#include "internal.h"

/* Where the frame's row is looked up: in the call, as its return address may already lie in another row or
 * function.  An instruction that a signal interrupted is looked up as it is: [trace.signal]. */
static inline uint64_t lookup_pc(const struct sfr_frame *frame)
{
    return frame->topmost || frame->interrupted ? frame->pc : frame->pc - 1;
}

/* SFR_STEPPED: *RECOVERY is set. */
enum sfr_step sfr_find_recovery(const struct sfr_section *section, uint64_t pc,
                                struct sfr_recovery *recovery);

enum sfr_step sfr_recover(const struct sfr_recovery *recovery, const struct sfr_machine *machine,
                          struct sfr_frame *frame, struct sfr_frame *caller);

#endif
