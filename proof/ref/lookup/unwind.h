/* unwind.c itself, for proofs of its static functions; what it exports has other names here. */
#pragma once

#include "../invariants.h"

#define sfr_step(...)    stepped(__VA_ARGS__) /* there is an enumeration of this name, too */
#define sfr_step_name    named_step
#define sfr_unwind_begin begun
#define sfr_unwind_from  begun_from
#define sfr_unwind_next  gone_on
#include "ref/lib/unwind.c"
#undef sfr_step

/* Anything that a lookup may find at PC; sets is_found and found_at. */
static inline enum sfr_step any_recovery(uint64_t pc, struct recovery *recovery)
{
    struct recovery any;
    *recovery = any;
    const enum sfr_step step = (enum sfr_step)nondet_u32();
    __CPROVER_assume((unsigned)step <= SFR_STOP_ERROR);
    is_found = step == SFR_STEPPED;
    found_at = pc;
    return step;
}

/* What holds of an unwinding between calls. */
static inline bool is_unwind(const struct sfr_unwind *unwind)
{
    return (unwind->last < unwind->count || unwind->count == 0) && (unsigned)unwind->stop <= SFR_STOP_ERROR &&
           (unwind->stop != SFR_STEPPED || (unwind->left != 0 && unwind->sought == lookup_pc(&unwind->frame)));
}
