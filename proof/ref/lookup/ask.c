/* ask_sections: safe, it ends, and what was found was found at that PC. */
#include "unwind.h"

static struct sfr_section sections[SECTIONS];

enum sfr_step noted_recovery(const struct sfr_section *section, uint64_t pc, struct recovery *recovery)
{
    assert(section >= sections && section < sections + SECTIONS);
    const enum sfr_step step = any_recovery(pc, recovery);
    __CPROVER_assume(step != SFR_STEPPED || !section->malformed);
    return step;
}

void proof_ask(void)
{
    __CPROVER_havoc_object(sections);
    struct sfr_unwind unwind;
    struct recovery recovery;
    __CPROVER_assume(unwind.count <= SECTIONS);
    __CPROVER_assume(unwind.last < unwind.count || unwind.count == 0);
    unwind.sections = sections;
    const struct sfr_unwind before = unwind;
    const enum sfr_step step = ask_sections(&unwind, &recovery);
    assert((unsigned)step <= SFR_STOP_ERROR && (unwind.last < unwind.count || unwind.count == 0));
    assert(step != SFR_STEPPED || (is_found && found_at == unwind.sought));
    REACHES(step == SFR_STEPPED && unwind.last != before.last);
    REACHES(step == SFR_STOP_NO_FUNCTION && unwind.count > 1);
}
