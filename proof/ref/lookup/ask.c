/* step_anew: safe, it ends, and what it goes by and remembers was found at the frame's PC. */
#include "unwind.h"

static struct sfr_section sections[SECTIONS];
static const struct sfr_machine machine;

enum sfr_step noted_section(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer)
{
    assert(section >= sections && section < sections + SECTIONS);
    struct sfr_answer any;
    *answer = any;
    const enum sfr_step step = (enum sfr_step)nondet_u32();
    __CPROVER_assume((unsigned)step <= SFR_STOP_ERROR && (step != SFR_STEPPED || !section->malformed));
    is_found = step == SFR_STEPPED;
    found_at = pc;
    return step;
}

enum sfr_step noted_caller(const struct sfr_section *section, const struct sfr_answer *answer, const struct sfr_machine *asked,
                           struct sfr_frame *frame, struct sfr_frame *caller)
{
    assert(section >= sections && section < sections + SECTIONS && __CPROVER_r_ok(answer, sizeof *answer));
    return any_caller(asked == &machine, frame, caller, answer->function.signal);
}

void proof_ask(void)
{
    __CPROVER_havoc_object(sections);
    struct sfr_unwind unwind;
    struct sfr_frame frame;
    struct sfr_remembered place;
    unwind.sections = sections;
    unwind.machine = &machine;
    unwind.recent = &place;
    __CPROVER_assume(unwind.count <= SECTIONS && is_unwind(&unwind) && unwind.stop == SFR_STEPPED);
    frame.pc = unwind.frame.pc;
    frame.topmost = unwind.frame.topmost;
    frame.interrupted = unwind.frame.interrupted;
    const struct sfr_unwind before = unwind;
    const struct sfr_remembered kept = place;
    const enum sfr_step step = step_anew(&unwind, &frame);
    assert((unsigned)step <= SFR_STOP_ERROR && (unwind.last < unwind.count || unwind.count == 0));
    assert(step != SFR_STEPPED || (is_found && found_at == unwind.sought && !unwind.frame.topmost));
    assert(unwind.left == before.left && unwind.sought == before.sought);
    assert(place.pc == kept.pc || (place.used && place.pc == found_at && is_found));
    REACHES(step == SFR_STEPPED && unwind.last != before.last);
    REACHES(step == SFR_STEPPED && unwind.frame.interrupted);
    REACHES(step == SFR_STOP_NO_FUNCTION && unwind.count > 1);
    REACHES(place.pc != kept.pc);
}
