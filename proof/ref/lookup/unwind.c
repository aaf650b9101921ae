/* sfr_unwind_next: safe, it ends, one frame fewer is left, and a caller follows from what was found at its PC. */
#include "../invariants.h"

#include "ref/lib/tracing.h"

/* As many as lie in memory. */
static size_t any_count(void)
{
    const size_t count = nondet_size();
    __CPROVER_assume(count <= LARGEST / sizeof(struct sfr_section));
    return count;
}

static const struct sfr_machine machine;

/* What is remembered at the place that is asked for. */
static struct sfr_remembered remembered;

struct sfr_remembered *noted_place(const struct sfr_unwind *unwind, uint64_t pc)
{
    remembered = *any_place(unwind, pc);
    is_found = remembered.used;
    found_at = remembered.pc;
    return &remembered;
}

enum sfr_step noted_recovery(const struct sfr_section *section, uint64_t pc, struct sfr_recovery *recovery)
{
    const enum sfr_step step = any_recovery(section, pc, recovery);
    is_found = step == SFR_STEPPED;
    found_at = pc;
    return step;
}

/* Its caller follows from what was found at the frame's own PC, now or before. */
enum sfr_step noted_caller(const struct sfr_recovery *recovery, const struct sfr_machine *asked,
                           struct sfr_frame *frame, struct sfr_frame *caller)
{
    assert(is_found && found_at == lookup_pc(frame) && recovery == &remembered.recovery);
    return any_caller(recovery, asked, frame, caller);
}

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
    /* What stays remembered was found at that PC. */
    assert(!more || !remembered.used || (is_found && found_at == remembered.pc));
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
