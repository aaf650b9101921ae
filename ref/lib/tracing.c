/* One step of a stack trace (V2E1 and V3, appendix A).  Where the appendix leaves something open, such as
 * where a trace ends, the ledger says how the oracle reads it. */
#include "tracing.h"

enum { WORD_SIZE = 8, ADDRESS_SIGN = 55 };

struct step {
    const struct sfr_recovery *recovery;
    const struct sfr_machine *machine;
    const struct sfr_frame *frame;
};

/* What other registers held when a frame further up was left, nobody knows. */
static enum sfr_step register_value(const struct step *step, uint32_t regnum, uint64_t *value)
{
    const struct sfr_abi_facts *const abi = &abi_numbered(step->recovery->abi)->facts;
    if (regnum == abi->sp)
        *value = step->frame->sp;
    else if (regnum == abi->fp)
        *value = step->frame->fp;
    else if (!step->frame->topmost)
        return SFR_STOP_UNSAFE; /* [trace.flex-unsafe]; [s390x.register-topmost], [s390x.register-leaf] */
    else if (!step->machine->registers(step->machine->context, regnum, value))
        return SFR_STOP_ERROR;
    return SFR_STEPPED;
}

static enum sfr_step base_value(const struct step *step, const struct sfr_rule *rule, uint64_t *value)
{
    switch (rule->base) { /* [trace.base] */
    case SFR_SP:
        *value = step->frame->sp;
        return SFR_STEPPED;
    case SFR_FP:
        *value = step->frame->fp;
        return SFR_STEPPED;
    case SFR_CFA:
        *value = step->frame->cfa;
        return SFR_STEPPED;
    default:
        return register_value(step, rule->regnum, value);
    }
}

/* No ABI has a stack whose words are not aligned, so a register or a row is wrong. */
static enum sfr_step read_word(const struct sfr_machine *machine, uint64_t address, uint64_t *value)
{
    return address % WORD_SIZE == 0 && machine->memory(machine->context, address, value) ? SFR_STEPPED
                                                                                         : SFR_STOP_MEMORY;
}

static enum sfr_step apply(const struct step *step, const struct sfr_rule *rule, uint64_t *value)
{
    const enum sfr_step found = base_value(step, rule, value);
    if (found != SFR_STEPPED)
        return found;
    *value += (uint64_t)rule->offset;
    return rule->deref ? read_word(step->machine, *value, value) : SFR_STEPPED;
}

/* As a processor strips a signature, which lies above the address and its sign. */
static uint64_t stripped(uint64_t pc, uint64_t mask)
{
    return (pc >> ADDRESS_SIGN & 1) != 0 ? pc | mask : pc & ~mask;
}

static enum sfr_step caller_pc(const struct step *step, uint64_t *pc)
{
    const struct sfr_rule *const rule = &step->recovery->rules.ra;
    enum sfr_step found = SFR_STOP_ERROR;
    if (rule->kind == SFR_AT)
        found = apply(step, rule, pc); /* [trace.pc], [trace.offsets] */
    else if (rule->kind == SFR_SAME)
        /* [s390x.ra-topmost], [s390x.ra-unchanged-topmost]; elsewhere too a call has since overwritten it */
        found = register_value(step, abi_numbered(step->recovery->abi)->facts.ra, pc);
    if (step->recovery->mangled_ra)
        *pc = stripped(*pc, step->machine->pac_mask); /* [trace.mangled] */
    return found;
}

static enum sfr_step caller_fp(const struct step *step, uint64_t *fp)
{
    const struct sfr_rule *const rule = &step->recovery->rules.fp;
    *fp = step->frame->fp;                                             /* [trace.fp-kept], [s390x.fp-any] */
    return rule->kind == SFR_AT ? apply(step, rule, fp) : SFR_STEPPED; /* [trace.fp] */
}

static uint64_t caller_sp(const struct step *step)
{
    const int64_t offset = abi_numbered(step->recovery->abi)->facts.sp_from_cfa; /* [s390x.sp] */
    return step->frame->cfa + (uint64_t)offset;                                  /* [trace.sp] */
}

/* Calls push the stack further down, so that SP rises from frame to frame.  A leaf may have left SP alone,
 * and signals have stacks of their own. */
static bool rises(const struct step *step, uint64_t sp)
{
    return step->recovery->signal || sp > step->frame->sp || (step->frame->topmost && sp == step->frame->sp);
}

/* Member by member, as rules are set: what is copied whole right after is read wider than it was written. */
static void set_frame(struct sfr_frame *frame, uint64_t pc, uint64_t sp, uint64_t fp, bool interrupted)
{
    frame->pc = pc;
    frame->sp = sp;
    frame->fp = fp;
    frame->cfa = 0;
    frame->cfa_known = false;
    frame->topmost = false;
    frame->interrupted = interrupted;
}

/* The CFA first, as the others may count from it. */
enum sfr_step sfr_recover(const struct sfr_recovery *recovery, const struct sfr_machine *machine,
                          struct sfr_frame *frame, struct sfr_frame *caller)
{
    const struct step step = {recovery, machine, frame};
    uint64_t pc = 0, fp = 0;
    enum sfr_step made = apply(&step, &recovery->rules.cfa, &frame->cfa); /* [trace.flex-apply] */
    frame->cfa_known = made == SFR_STEPPED;
    if (made == SFR_STEPPED)
        made = caller_pc(&step, &pc);
    if (made == SFR_STEPPED)
        made = caller_fp(&step, &fp);
    if (made == SFR_STEPPED && !rises(&step, caller_sp(&step)))
        made = SFR_STOP_LOOP;
    if (made == SFR_STEPPED)
        set_frame(caller, pc, caller_sp(&step), fp, recovery->signal); /* [trace.flex-next] */
    return made;
}

enum sfr_step sfr_find_recovery(const struct sfr_section *section, uint64_t pc, struct sfr_recovery *recovery)
{
    struct sfr_answer answer;
    switch (sfr_lookup(section, pc, &answer)) {
    case SFR_FOUND:
        recovery->rules = answer.rules; /* [overview.tracks] */
        recovery->abi = section->abi;
        recovery->signal = answer.function.signal;
        recovery->mangled_ra = answer.row.mangled_ra;
        /* [fre.count-zero-stop] */
        return answer.rules.ra.kind == SFR_UNDEFINED ? SFR_STOP_OUTERMOST : SFR_STEPPED;
    case SFR_OUTERMOST:
        return SFR_STOP_OUTERMOST; /* [changes.outermost] */
    case SFR_NO_FUNCTION: /* a caller that sees SFR_FRAME_POINTER may go on by it: [flags.fallback] */
        return section->malformed ? SFR_STOP_ERROR : SFR_STOP_NO_FUNCTION;
    case SFR_NO_ROW:
        return SFR_STOP_NO_ROW; /* [trace.no-row] */
    default:
        return SFR_STOP_ERROR;
    }
}

/* A frame is PC, SP and FP [trace.frame]; the first is the caller's to fill, from the registers:
 * [trace.first], [s390x.init]. */
enum sfr_step sfr_step(const struct sfr_section *section, struct sfr_frame *frame,
                       const struct sfr_machine *machine, struct sfr_frame *caller)
{
    struct sfr_recovery recovery;
    const enum sfr_step found = sfr_find_recovery(section, lookup_pc(frame), &recovery);
    frame->cfa_known = false;
    return found == SFR_STEPPED ? sfr_recover(&recovery, machine, frame, caller) : found;
}

const char *sfr_step_name(enum sfr_step step)
{
    static const char *const names[] = {[SFR_STEPPED] = "stepped",
                                        [SFR_STOP_OUTERMOST] = "outermost",
                                        [SFR_STOP_NO_FUNCTION] = "no-function",
                                        [SFR_STOP_NO_ROW] = "no-row",
                                        [SFR_STOP_MEMORY] = "memory",
                                        [SFR_STOP_UNSAFE] = "unsafe",
                                        [SFR_STOP_LOOP] = "loop",
                                        [SFR_STOP_LIMIT] = "limit",
                                        [SFR_STOP_ERROR] = "error"};
    return NAME_OF(names, step);
}
