/* Generating stack traces: one step (V2E1 and V3, appendix A). */
#include "internal.h"

enum { S390X_SP_VALUE_OFFSET = -160 };

/* DWARF numbers of SP and FP, by ABI. */
static const struct {
    uint32_t sp, fp;
} registers[] = {[SFR_AARCH64_BIG] = {31, 29},
                 [SFR_AARCH64_LITTLE] = {31, 29},
                 [SFR_AMD64] = {7, 6},
                 [SFR_S390X] = {15, 11}};

struct step {
    const struct sfr_section *section;
    const struct sfr_frame *frame;
    const struct sfr_machine *machine;
    uint64_t cfa;
};

/* [trace.flex-unsafe], [s390x.register-topmost], [s390x.register-leaf]: what other registers held when a
 * frame further up was left, nobody knows. */
static enum sfr_step register_value(const struct step *step, uint32_t regnum, uint64_t *value)
{
    const unsigned abi = step->section->abi;
    if (regnum == registers[abi].sp)
        *value = step->frame->sp;
    else if (regnum == registers[abi].fp)
        *value = step->frame->fp;
    else if (!step->frame->topmost)
        return SFR_STOP_UNSAFE;
    else if (!step->machine->registers(step->machine->context, regnum, value))
        return SFR_STOP_ERROR;
    return SFR_STEPPED;
}

/* [trace.base] */
static enum sfr_step base_value(const struct step *step, const struct sfr_rule *rule, uint64_t *value)
{
    switch (rule->base) {
    case SFR_SP:
        *value = step->frame->sp;
        return SFR_STEPPED;
    case SFR_FP:
        *value = step->frame->fp;
        return SFR_STEPPED;
    case SFR_CFA:
        *value = step->cfa;
        return SFR_STEPPED;
    default:
        return register_value(step, rule->regnum, value);
    }
}

static enum sfr_step apply(const struct step *step, const struct sfr_rule *rule, uint64_t *value)
{
    const enum sfr_step found = base_value(step, rule, value);
    if (found != SFR_STEPPED)
        return found;
    *value += (uint64_t)rule->offset;
    if (rule->deref && !step->machine->memory(step->machine->context, *value, value))
        return SFR_STOP_MEMORY;
    return SFR_STEPPED;
}

/* [trace.pc], [trace.offsets].  RA still in its register: [s390x.ra-topmost], [s390x.ra-unchanged-topmost];
 * on the other ABIs too a call has since overwritten it. */
static enum sfr_step caller_pc(const struct step *step, const struct sfr_rule *rule, uint64_t *pc)
{
    switch (rule->kind) {
    case SFR_AT:
        return apply(step, rule, pc);
    case SFR_SAME:
        *pc = step->frame->ra;
        return step->frame->topmost ? SFR_STEPPED : SFR_STOP_UNSAFE;
    default:
        return SFR_STOP_ERROR;
    }
}

/* [trace.fp], [trace.fp-kept], [s390x.fp-any] */
static enum sfr_step caller_fp(const struct step *step, const struct sfr_rule *rule, uint64_t *fp)
{
    *fp = step->frame->fp;
    return rule->kind == SFR_AT ? apply(step, rule, fp) : SFR_STEPPED;
}

/* [trace.sp], [s390x.sp], [trace.flex-apply], [trace.flex-next]: the CFA first, as the others may count
 * from it.  What is mangled stays so: whoever has the keys or the mask makes it plain [trace.mangled]. */
static enum sfr_step recover(struct step *step, const struct sfr_rules *rules, struct sfr_frame *caller)
{
    enum sfr_step made = apply(step, &rules->cfa, &step->cfa);
    caller->sp = step->cfa;
    if (step->section->abi == SFR_S390X)
        caller->sp += (uint64_t)(int64_t)S390X_SP_VALUE_OFFSET;
    if (made == SFR_STEPPED)
        made = caller_pc(step, &rules->ra, &caller->pc);
    if (made == SFR_STEPPED)
        made = caller_fp(step, &rules->fp, &caller->fp);
    return made;
}

/* [trace.no-row]; [fre.count-zero-stop], [changes.outermost] */
static enum sfr_step find(const struct step *step, struct sfr_answer *answer)
{
    switch (sfr_lookup(step->section, step->frame->pc, answer)) {
    case SFR_FOUND:
        return answer->rules.ra.kind == SFR_UNDEFINED ? SFR_STOP_OUTERMOST : SFR_STEPPED;
    case SFR_OUTERMOST:
        return SFR_STOP_OUTERMOST;
    case SFR_NO_FUNCTION: /* a caller that sees SFR_FRAME_POINTER may go on by it: [flags.fallback] */
        return SFR_STOP_NO_FUNCTION;
    case SFR_NO_ROW:
        return SFR_STOP_NO_ROW;
    default:
        return SFR_STOP_ERROR;
    }
}

/* [trace.frame], looked up at its PC as it is [trace.signal]; the first is the caller's to fill from the
 * registers: [trace.first], [s390x.init] */
enum sfr_step sfr_step(const struct sfr_section *section, const struct sfr_frame *frame,
                       const struct sfr_machine *machine, struct sfr_frame *caller)
{
    struct step step = {section, frame, machine, 0};
    struct sfr_frame next = {.topmost = false};
    struct sfr_answer answer;
    enum sfr_step made = find(&step, &answer);
    if (made == SFR_STEPPED)
        made = recover(&step, &answer.rules, &next);
    if (made == SFR_STEPPED)
        *caller = next;
    return made;
}
