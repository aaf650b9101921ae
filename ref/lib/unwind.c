/* Stack traces (V2E1 and V3, appendix A).  Where the appendix leaves something open, such as where a trace
 * ends, the ledger says how the oracle reads it. */
#include "words.h"

enum { WORD_SIZE = 8, ADDRESS_SIGN = 55, NEAR = 8 /* places in which a PC may be remembered */ };

/* What a step needs to know of a row. */
struct recovery {
    struct sfr_rules rules;
    const struct sfr_abi_facts *abi;
    int16_t sp_from_cfa; /* the ABI's */
    bool signal, mangled_ra;
};

struct step {
    const struct recovery *recovery;
    const struct sfr_machine *machine;
    const struct sfr_frame *frame;
};

/* The PC by which the frame's row is looked up.  A return address may already lie in another row or
 * function than the call, so one less is taken.  A PC at which a signal interrupted is taken as it is:
 * [trace.signal]. */
static uint64_t lookup_pc(const struct sfr_frame *frame)
{
    return frame->topmost || frame->interrupted ? frame->pc : frame->pc - 1;
}

/* SP and FP are known in every frame.  Other registers are known in the topmost frame only. */
static FAST enum sfr_step register_value(const struct step *step, uint32_t regnum, uint64_t *value)
{
    if (regnum == step->recovery->abi->sp)
        *value = step->frame->sp;
    else if (regnum == step->recovery->abi->fp)
        *value = step->frame->fp;
    else if (!step->frame->topmost)
        return SFR_STOP_UNSAFE; /* [trace.flex-unsafe]; [s390x.register-topmost], [s390x.register-leaf] */
    else if (!step->machine->registers(step->machine->context, regnum, value))
        return SFR_STOP_ERROR;
    return SFR_STEPPED;
}

/* On every ABI the words of a stack are aligned: if ADDRESS is not, a register or a row is wrong. */
static FAST enum sfr_step read_word(const struct sfr_machine *machine, uint64_t address, uint64_t *value)
{
    uint64_t word = 0;
    if (address % WORD_SIZE != 0 || !machine->memory(machine->context, address, &word))
        return SFR_STOP_MEMORY;
    *value = word;
    return SFR_STEPPED;
}

static FAST enum sfr_step apply(const struct step *step, const struct sfr_rule *rule, uint64_t *value)
{
    enum sfr_step found = SFR_STEPPED;
    if (rule->base == SFR_REGISTER) /* [trace.base] */
        found = register_value(step, rule->regnum, value);
    else
        *value = rule->base == SFR_SP   ? step->frame->sp
                 : rule->base == SFR_FP ? step->frame->fp
                                        : step->frame->cfa;
    if (found != SFR_STEPPED)
        return found;
    *value += (uint64_t)rule->offset;
    return rule->deref ? read_word(step->machine, *value, value) : SFR_STEPPED;
}

/* Finds the return address.  A signature is stripped as a processor does: the address's sign replaces it. */
static FAST enum sfr_step caller_pc(const struct step *step, uint64_t *pc)
{
    const struct sfr_rule *const rule = &step->recovery->rules.ra;
    const uint64_t mask = step->machine->pac_mask;
    enum sfr_step found = SFR_STOP_ERROR;
    if (rule->kind == SFR_AT)
        found = apply(step, rule, pc); /* [trace.pc], [trace.offsets] */
    else if (rule->kind == SFR_SAME)
        /* [s390x.ra-topmost], [s390x.ra-unchanged-topmost]; elsewhere too a call has since overwritten it */
        found = register_value(step, step->recovery->abi->ra, pc);
    if (step->recovery->mangled_ra)
        *pc = (*pc >> ADDRESS_SIGN & 1) != 0 ? *pc | mask : *pc & ~mask; /* [trace.mangled] */
    return found;
}

/* Computes the caller's frame, if the result is SFR_STEPPED.  In FRAME it sets the CFA only, and that first, as
 * other rules may count from it.  Calls push the stack further down, so SP rises from frame to frame.  But a
 * leaf may have left SP alone, and signals have stacks of their own. */
static FAST enum sfr_step recover(const struct recovery *recovery, const struct sfr_machine *machine,
                                  struct sfr_frame *frame, struct sfr_frame *caller)
{
    const struct step step = {recovery, machine, frame};
    uint64_t pc = 0, fp = frame->fp; /* [trace.fp-kept], [s390x.fp-any] */
    enum sfr_step made = apply(&step, &recovery->rules.cfa, &frame->cfa); /* [trace.flex-apply] */
    frame->cfa_known = made == SFR_STEPPED;
    if (made == SFR_STEPPED)
        made = caller_pc(&step, &pc);
    if (made == SFR_STEPPED && recovery->rules.fp.kind == SFR_AT)
        made = apply(&step, &recovery->rules.fp, &fp); /* [trace.fp] */
    if (made != SFR_STEPPED)
        return made;
    const uint64_t sp = frame->cfa + (uint64_t)(int64_t)recovery->sp_from_cfa; /* [trace.sp], [s390x.sp] */
    if (!recovery->signal && sp <= frame->sp && (!frame->topmost || sp < frame->sp))
        return SFR_STOP_LOOP;
    caller->pc = pc; /* [trace.flex-next] */
    caller->sp = sp;
    caller->fp = fp;
    caller->cfa_known = false;
    caller->topmost = false;
    caller->interrupted = recovery->signal;
    return SFR_STEPPED;
}

/* Looks up what is needed for a step.  *RECOVERY is set if the result is SFR_STEPPED. */
static enum sfr_step find_recovery(const struct sfr_section *section, uint64_t pc, struct recovery *recovery)
{
    struct sfr_answer answer;
    const enum sfr_found found = sfr_lookup(section, pc, &answer);
    if (found == SFR_NO_FUNCTION) /* a caller that sees SFR_FRAME_POINTER may go on by it: [flags.fallback] */
        return section->malformed ? SFR_STOP_ERROR : SFR_STOP_NO_FUNCTION;
    if (found == SFR_NO_ROW)
        return SFR_STOP_NO_ROW; /* [trace.no-row] */
    if (found != SFR_FOUND)
        return found == SFR_OUTERMOST ? SFR_STOP_OUTERMOST : SFR_STOP_ERROR; /* [changes.outermost] */
    recovery->rules = answer.rules;                                          /* [overview.tracks] */
    recovery->abi = abi_of(section);
    recovery->sp_from_cfa = recovery->abi->sp_from_cfa;
    recovery->signal = answer.function.signal;
    recovery->mangled_ra = answer.row.mangled_ra;
    /* [fre.count-zero-stop] */
    return answer.rules.ra.kind == SFR_UNDEFINED ? SFR_STOP_OUTERMOST : SFR_STEPPED;
}

/* A frame is PC, SP and FP [trace.frame].  The program that unwinds fills the first one from the registers:
 * [trace.first], [s390x.init]. */
enum sfr_step sfr_step(const struct sfr_section *section, struct sfr_frame *frame,
                       const struct sfr_machine *machine, struct sfr_frame *caller)
{
    struct recovery recovery;
    const enum sfr_step made = find_recovery(section, lookup_pc(frame), &recovery);
    frame->cfa_known = false;
    return made == SFR_STEPPED ? recover(&recovery, machine, frame, caller) : made;
}

const char *sfr_step_name(enum sfr_step step)
{
    static const char *const names[] = {"stepped", "outermost", "no-function", "no-row", "memory",
                                        "unsafe",  "loop",      "limit",       "error"};
    return NAME_OF(names, step);
}

/* Whether the register was saved at an offset from the CFA that fits in a struct sfr_remembered. */
static bool is_slot(const struct sfr_rule *rule)
{
    return rule->kind == SFR_AT && rule->base == SFR_CFA && rule->deref &&
           rule->offset == (int32_t)rule->offset;
}

/* Remembers a row of the usual kind: the CFA counts from SP or FP, RA was saved, and FP was saved or kept. */
static void remember(struct sfr_remembered *place, uint64_t pc, const struct recovery *recovery)
{
    const struct sfr_rules *const rules = &recovery->rules;
    const int32_t cfa = (int32_t)rules->cfa.offset, ra = (int32_t)rules->ra.offset,
                  fp = (int32_t)rules->fp.offset;
    const bool keeps_fp = rules->fp.kind != SFR_AT;
    if (recovery->signal || rules->cfa.base > SFR_FP || rules->cfa.deref || rules->cfa.offset != cfa ||
        !is_slot(&rules->ra) || !(keeps_fp || is_slot(&rules->fp)))
        return;
    *place = (struct sfr_remembered){pc, cfa, ra, fp, place->caller, recovery->sp_from_cfa, true,
                                     rules->cfa.base == SFR_FP, keeps_fp, recovery->mangled_ra};
}

/* Gives back what remember() noted.  A compiler knows the kind of each rule here, so recover() tests little. */
static FAST struct recovery recalled(const struct sfr_remembered *place)
{
    struct recovery recovery = {.sp_from_cfa = place->sp, .mangled_ra = place->mangled_ra};
    set_rule(&recovery.rules.cfa, SFR_AT, place->from_fp ? SFR_FP : SFR_SP, place->cfa, false);
    set_rule(&recovery.rules.ra, SFR_AT, SFR_CFA, place->ra, true);
    set_rule(&recovery.rules.fp, place->keeps_fp ? SFR_SAME : SFR_AT, SFR_CFA, place->fp, true);
    return recovery;
}

/* Where PC is remembered, or where to remember it. */
static SLOW uint64_t search(const struct sfr_unwind *unwind, uint64_t pc)
{
    const uint64_t hash = pc * UINT64_C(0x9e3779b97f4a7c15) >> 32;
    for (uint64_t i = hash; i < hash + NEAR; i++)
        if (unwind->remembered[i & unwind->mask].pc == pc || !unwind->remembered[i & unwind->mask].used)
            return i & unwind->mask;
    return hash & unwind->mask;
}

/* The place of PC.  Each place keeps the number of its caller's place the last time, which is tried first. */
static FAST struct sfr_remembered *place_of(struct sfr_unwind *unwind, uint64_t pc)
{
    uint32_t *const caller = &unwind->remembered[unwind->recent].caller;
    unwind->recent = *caller & unwind->mask;
    if (unwind->remembered[unwind->recent].pc != pc)
        *caller = (uint32_t)(unwind->recent = search(unwind, pc));
    return &unwind->remembered[unwind->recent];
}

void sfr_unwind_begin(struct sfr_unwind *unwind, const struct sfr_section *sections, size_t count,
                      const struct sfr_machine *machine, struct sfr_remembered *remembered, size_t places)
{
    *unwind = (struct sfr_unwind){sections, count, machine, remembered,
                                  .stop = SFR_STOP_LIMIT}; /* until a trace begins */
    unwind->mask = UINT64_MAX >> 1 >> __builtin_clzll(places | 1);
    for (size_t i = 0; i < places; i++)
        remembered[i] = (struct sfr_remembered){.used = false};
}

void sfr_unwind_from(struct sfr_unwind *unwind, uint64_t pc, uint64_t sp, uint64_t fp, uint32_t limit)
{
    unwind->frame = (struct sfr_frame){.pc = pc, .sp = sp, .fp = fp, .topmost = true};
    unwind->sought = pc;
    unwind->left = limit;
    unwind->stop = limit == 0 ? SFR_STOP_LIMIT : SFR_STEPPED;
}

/* Asks the section that answered last first, as callers are mostly near.  If it has no function for the PC or
 * is malformed, the others are asked.  If none answers and one is malformed, the result is SFR_STOP_ERROR. */
static enum sfr_step ask_sections(struct sfr_unwind *unwind, struct recovery *recovery)
{
    enum sfr_step none = SFR_STOP_NO_FUNCTION;
    for (size_t i = 0, at = unwind->last; i < unwind->count; i++, at = at + 1 < unwind->count ? at + 1 : 0) {
        const enum sfr_step found = find_recovery(&unwind->sections[at], unwind->sought, recovery);
        if (unwind->sections[at].malformed) {
            none = found;
        } else if (found != SFR_STOP_NO_FUNCTION) {
            unwind->last = at;
            return found;
        }
    }
    return none;
}

static SLOW enum sfr_step step_anew(struct sfr_unwind *unwind, struct sfr_remembered *place,
                                    struct sfr_frame *frame)
{
    struct recovery recovery;
    const enum sfr_step found = ask_sections(unwind, &recovery);
    if (found != SFR_STEPPED)
        return found;
    remember(place, unwind->sought, &recovery);
    return recover(&recovery, unwind->machine, frame, &unwind->frame);
}

/* SP is copied separately from PC and FP: a pair would be read in one access that is wider than those which
 * wrote it, for which processors wait.  They also wait for flags that were just set; so `sought` is kept. */
bool sfr_unwind_next(struct sfr_unwind *unwind, struct sfr_frame *frame)
{
    if (unwind->stop != SFR_STEPPED)
        return false;
    frame->pc = unwind->frame.pc;
    frame->fp = unwind->frame.fp;
    struct sfr_remembered *const place = place_of(unwind, unwind->sought);
    frame->sp = unwind->frame.sp;
    frame->cfa_known = false;
    frame->topmost = unwind->frame.topmost;
    frame->interrupted = unwind->frame.interrupted;
    if (place->used && place->pc == unwind->sought) {
        const struct recovery recovery = recalled(place);
        unwind->stop = recover(&recovery, unwind->machine, frame, &unwind->frame);
        unwind->sought = unwind->frame.pc - 1;
    } else {
        unwind->stop = step_anew(unwind, place, frame);
        unwind->sought = lookup_pc(&unwind->frame);
    }
    if (unwind->stop == SFR_STEPPED && --unwind->left == 0)
        unwind->stop = SFR_STOP_LIMIT;
    return true;
}
