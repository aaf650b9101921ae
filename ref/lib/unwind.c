/* sfr_unwind_next: whole traces through the modules of a program, with what was found at earlier PCs
 * remembered. */
#include "tracing.h"

void sfr_unwind_begin(struct sfr_unwind *unwind, const struct sfr_section *sections, size_t count,
                      const struct sfr_machine *machine, struct sfr_remembered *remembered, size_t places)
{
    *unwind = (struct sfr_unwind){.sections = sections,
                                  .count = count,
                                  .machine = machine,
                                  .remembered = remembered,
                                  .places = places,
                                  .stop = SFR_STOP_LIMIT}; /* until a trace begins */
    for (size_t i = 0; i < places; i++)
        remembered[i].used = false;
}

void sfr_unwind_from(struct sfr_unwind *unwind, uint64_t pc, uint64_t sp, uint64_t fp, uint32_t limit)
{
    unwind->frame = (struct sfr_frame){.pc = pc, .sp = sp, .fp = fp, .topmost = true};
    unwind->left = limit;
    unwind->stop = limit == 0 ? SFR_STOP_LIMIT : SFR_STEPPED;
}

/* The section that answered last first, as callers are mostly near.  One that knows no function leaves the
 * word to the others, and so does one that cannot be read; but then nobody knows what it held. */
static enum sfr_step ask_sections(struct sfr_unwind *unwind, uint64_t pc, struct sfr_recovery *recovery)
{
    enum sfr_step none = SFR_STOP_NO_FUNCTION;
    for (size_t i = 0, at = unwind->last; i < unwind->count; i++, at = at + 1 < unwind->count ? at + 1 : 0) {
        const enum sfr_step found = sfr_find_recovery(&unwind->sections[at], pc, recovery);
        if (unwind->sections[at].malformed) {
            none = found;
        } else if (found != SFR_STOP_NO_FUNCTION) {
            unwind->last = at;
            return found;
        }
    }
    return none;
}

static struct sfr_remembered *place_of(const struct sfr_unwind *unwind, uint64_t pc)
{
    const uint64_t hash = pc * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    return &unwind->remembered[(size_t)(hash * unwind->places >> 32)];
}

static enum sfr_step find_recovery(struct sfr_unwind *unwind, uint64_t pc,
                                   const struct sfr_recovery **recovery)
{
    struct sfr_remembered *const place = place_of(unwind, pc);
    *recovery = &place->recovery;
    if (place->used && place->pc == pc)
        return SFR_STEPPED;
    const enum sfr_step found = ask_sections(unwind, pc, &place->recovery);
    place->used = found == SFR_STEPPED;
    place->pc = pc;
    return found;
}

bool sfr_unwind_next(struct sfr_unwind *unwind, struct sfr_frame *frame)
{
    const struct sfr_recovery *recovery;
    if (unwind->stop != SFR_STEPPED)
        return false;
    *frame = unwind->frame;
    unwind->stop = find_recovery(unwind, lookup_pc(frame), &recovery);
    if (unwind->stop == SFR_STEPPED)
        unwind->stop = sfr_recover(recovery, unwind->machine, frame, &unwind->frame);
    if (unwind->stop == SFR_STEPPED && --unwind->left == 0)
        unwind->stop = SFR_STOP_LIMIT;
    return true;
}
