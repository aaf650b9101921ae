/* Stack traces (V2E1 and V3, appendix A).  Where the appendix leaves something open, such as where a trace
 * ends, the ledger says how the oracle reads it. */
#include "words.h"

enum { WORD_SIZE = 8, ADDRESS_SIGN = 55, NEAR = 8 /* places in which a PC may be remembered */ };

struct step {
    const struct sfr_answer *answer; /* what was found for the frame's PC */
    const struct sfr_abi_facts *abi;
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
    if (regnum == step->abi->sp)
        *value = step->frame->sp;
    else if (regnum == step->abi->fp)
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

/* PC without its signature, stripped as a processor does: the address's sign replaces it [trace.mangled]. */
static FAST uint64_t stripped(uint64_t pc, uint64_t mask)
{
    return (pc >> ADDRESS_SIGN & 1) != 0 ? pc | mask : pc & ~mask;
}

static FAST enum sfr_step return_address(const struct step *step, uint64_t *pc)
{
    const struct sfr_rule *const rule = &step->answer->rules.ra;
    enum sfr_step found = SFR_STOP_ERROR;
    if (rule->kind == SFR_AT)
        found = apply(step, rule, pc); /* [trace.pc], [trace.offsets] */
    else if (rule->kind == SFR_SAME)
        /* [s390x.ra-topmost], [s390x.ra-unchanged-topmost]; elsewhere too a call has since overwritten it */
        found = register_value(step, step->abi->ra, pc);
    if (step->answer->row.mangled_ra)
        *pc = stripped(*pc, step->machine->pac_mask);
    return found;
}

/* Sets the caller's frame, if SP rises: calls push the stack further down.  But a leaf may have left SP
 * alone, and signals have stacks of their own. */
static FAST enum sfr_step arrive(const struct sfr_frame *frame, bool signal, struct sfr_frame caller,
                                 struct sfr_frame *to)
{
    if (!signal && caller.sp <= frame->sp && (!frame->topmost || caller.sp < frame->sp))
        return SFR_STOP_LOOP;
    to->pc = caller.pc; /* [trace.flex-next] */
    to->sp = caller.sp;
    to->fp = caller.fp;
    to->cfa_known = false;
    to->topmost = false;
    to->interrupted = signal;
    return SFR_STEPPED;
}

/* Computes the caller's frame, if the result is SFR_STEPPED.  In FRAME it sets the CFA only, and that first,
 * as other rules may count from it. */
static enum sfr_step recover(const struct sfr_section *section, const struct sfr_answer *answer,
                             const struct sfr_machine *machine, struct sfr_frame *frame,
                             struct sfr_frame *caller)
{
    const struct step step = {answer, abi_of(section), machine, frame};
    uint64_t pc = 0, fp = frame->fp; /* [trace.fp-kept], [s390x.fp-any] */
    enum sfr_step made = apply(&step, &answer->rules.cfa, &frame->cfa); /* [trace.flex-apply] */
    frame->cfa_known = made == SFR_STEPPED;
    if (made == SFR_STEPPED)
        made = return_address(&step, &pc);
    if (made == SFR_STEPPED && answer->rules.fp.kind == SFR_AT)
        made = apply(&step, &answer->rules.fp, &fp); /* [trace.fp] */
    if (made != SFR_STEPPED)
        return made;
    const uint64_t sp = frame->cfa + (uint64_t)(int64_t)step.abi->sp_from_cfa; /* [trace.sp], [s390x.sp] */
    return arrive(frame, answer->function.signal, (struct sfr_frame){.pc = pc, .sp = sp, .fp = fp}, caller);
}

/* Looks up what is needed for a step.  *ANSWER has rules if the result is SFR_STEPPED. */
static enum sfr_step ask_section(const struct sfr_section *section, uint64_t pc, struct sfr_answer *answer)
{
    const enum sfr_found found = sfr_lookup(section, pc, answer);
    if (found == SFR_NO_FUNCTION) /* a caller that sees SFR_FRAME_POINTER may go on by it: [flags.fallback] */
        return section->malformed ? SFR_STOP_ERROR : SFR_STOP_NO_FUNCTION;
    if (found == SFR_NO_ROW)
        return SFR_STOP_NO_ROW; /* [trace.no-row] */
    if (found != SFR_FOUND)
        return found == SFR_OUTERMOST ? SFR_STOP_OUTERMOST : SFR_STOP_ERROR; /* [changes.outermost] */
    /* [overview.tracks], [fre.count-zero-stop] */
    return answer->rules.ra.kind == SFR_UNDEFINED ? SFR_STOP_OUTERMOST : SFR_STEPPED;
}

/* A frame is PC, SP and FP [trace.frame].  The program that unwinds fills the first one from the registers:
 * [trace.first], [s390x.init]. */
enum sfr_step sfr_step(const struct sfr_section *section, struct sfr_frame *frame,
                       const struct sfr_machine *machine, struct sfr_frame *caller)
{
    struct sfr_answer answer;
    const enum sfr_step found = ask_section(section, lookup_pc(frame), &answer);
    frame->cfa_known = false;
    return found == SFR_STEPPED ? recover(section, &answer, machine, frame, caller) : found;
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
static void remember(struct sfr_remembered *place, uint64_t pc, const struct sfr_answer *answer, int16_t sp)
{
    const struct sfr_rules *const rules = &answer->rules;
    const int32_t cfa = (int32_t)rules->cfa.offset, ra = (int32_t)rules->ra.offset,
                  fp = (int32_t)rules->fp.offset;
    const bool from_fp = rules->cfa.base == SFR_FP, keeps_fp = rules->fp.kind != SFR_AT;
    if (answer->function.signal || rules->cfa.base > SFR_FP || rules->cfa.deref || rules->cfa.offset != cfa ||
        !is_slot(&rules->ra) || !(keeps_fp || is_slot(&rules->fp)))
        return;
    *place = (struct sfr_remembered){pc, cfa,  ra,      fp,       place->caller,
                                     sp, true, from_fp, keeps_fp, answer->row.mangled_ra};
}

/* Makes the step that recover() made by the row which is remembered.  CALLER may be FRAME. */
static FAST enum sfr_step recall(const struct sfr_remembered *place, const struct sfr_machine *machine,
                                 struct sfr_frame *frame, struct sfr_frame *caller)
{
    const uint64_t cfa = (place->from_fp ? frame->fp : frame->sp) + (uint64_t)(int64_t)place->cfa;
    uint64_t pc = 0, fp = frame->fp;
    frame->cfa = cfa;
    frame->cfa_known = true;
    enum sfr_step made = read_word(machine, cfa + (uint64_t)(int64_t)place->ra, &pc);
    if (made == SFR_STEPPED && place->mangled_ra)
        pc = stripped(pc, machine->pac_mask);
    if (made == SFR_STEPPED && !place->keeps_fp)
        made = read_word(machine, cfa + (uint64_t)(int64_t)place->fp, &fp);
    if (made != SFR_STEPPED)
        return made;
    const uint64_t sp = cfa + (uint64_t)(int64_t)place->sp;
    return arrive(frame, false, (struct sfr_frame){.pc = pc, .sp = sp, .fp = fp}, caller);
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
static FAST struct sfr_remembered *place_of(const struct sfr_unwind *unwind, struct sfr_remembered *callee,
                                            uint64_t pc)
{
    uint64_t number = callee->caller & unwind->mask;
    if (unwind->remembered[number].pc != pc)
        callee->caller = (uint32_t)(number = search(unwind, pc));
    return &unwind->remembered[number];
}

void sfr_unwind_begin(struct sfr_unwind *unwind, const struct sfr_section *sections, size_t count,
                      const struct sfr_machine *machine, struct sfr_remembered *remembered, size_t places)
{
    *unwind = (struct sfr_unwind){sections, count, machine, remembered,
                                  .stop = SFR_STOP_LIMIT}; /* until a trace begins */
    unwind->recent = remembered;
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
static enum sfr_step ask_sections(struct sfr_unwind *unwind, struct sfr_answer *answer)
{
    enum sfr_step none = SFR_STOP_NO_FUNCTION;
    for (size_t i = 0, at = unwind->last; i < unwind->count; i++, at = at + 1 < unwind->count ? at + 1 : 0) {
        const enum sfr_step found = ask_section(&unwind->sections[at], unwind->sought, answer);
        if (unwind->sections[at].malformed) {
            none = found;
        } else if (found != SFR_STOP_NO_FUNCTION) {
            unwind->last = at;
            return found;
        }
    }
    return none;
}

static SLOW enum sfr_step step_anew(struct sfr_unwind *unwind, struct sfr_frame *frame)
{
    struct sfr_answer answer;
    const enum sfr_step found = ask_sections(unwind, &answer);
    if (found != SFR_STEPPED)
        return found;
    const struct sfr_section *const section = &unwind->sections[unwind->last];
    remember(unwind->recent, unwind->sought, &answer, abi_of(section)->sp_from_cfa);
    return recover(section, &answer, unwind->machine, frame, &unwind->frame);
}

/* SP is copied separately from PC and FP: a pair would be read in one access that is wider than those which
 * wrote it, for which processors wait.  They also wait for flags that were just set; so `sought` is kept. */
bool sfr_unwind_next(struct sfr_unwind *unwind, struct sfr_frame *frame)
{
    if (unwind->stop != SFR_STEPPED)
        return false;
    frame->pc = unwind->frame.pc;
    frame->fp = unwind->frame.fp;
    unwind->recent = place_of(unwind, unwind->recent, unwind->sought);
    frame->sp = unwind->frame.sp;
    frame->cfa_known = false;
    frame->topmost = unwind->frame.topmost;
    frame->interrupted = unwind->frame.interrupted;
    if (unwind->recent->used && unwind->recent->pc == unwind->sought) {
        unwind->stop = recall(unwind->recent, unwind->machine, frame, &unwind->frame);
        unwind->sought = unwind->frame.pc - 1;
    } else {
        unwind->stop = step_anew(unwind, frame);
        unwind->sought = lookup_pc(&unwind->frame);
    }
    if (unwind->stop == SFR_STEPPED && --unwind->left == 0)
        unwind->stop = SFR_STOP_LIMIT;
    return true;
}

/* Gives PCs as sfr_unwind_next() would until a row is not remembered, and so keeps the frame in registers. */
static FAST size_t retrace(struct sfr_unwind *unwind, uint64_t *pcs, size_t most)
{
    const size_t end = most < unwind->left ? most : unwind->left;
    struct sfr_frame frame = unwind->frame;
    struct sfr_remembered *place = unwind->recent;
    enum sfr_step stop = unwind->stop;
    uint64_t sought = unwind->sought;
    size_t count = 0;
    for (; count < end && stop == SFR_STEPPED; sought = frame.pc - 1) {
        place = place_of(unwind, place, sought);
        if (!place->used || place->pc != sought)
            break;
        pcs[count++] = frame.pc;
        stop = recall(place, unwind->machine, &frame, &frame);
    }
    unwind->recent = place;
    unwind->frame = frame;
    unwind->sought = sought;
    unwind->left -= (uint32_t)count;
    unwind->stop = stop == SFR_STEPPED && unwind->left == 0 ? SFR_STOP_LIMIT : stop;
    return count;
}

size_t sfr_unwind_pcs(struct sfr_unwind *unwind, uint64_t *pcs, size_t most)
{
    struct sfr_frame frame;
    for (size_t count = 0;; pcs[count++] = frame.pc) {
        count += retrace(unwind, pcs + count, most - count);
        if (count == most || !sfr_unwind_next(unwind, &frame))
            return count;
    }
}
