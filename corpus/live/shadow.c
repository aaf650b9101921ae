#include "shadow.h"

static void push(struct shadow *shadow, struct waiting frame)
{
    shadow->frames = live_room(shadow->frames, shadow->count, sizeof *shadow->frames);
    shadow->frames[shadow->count++] = frame;
}

static const struct waiting *last(const struct shadow *shadow)
{
    return shadow->count == 0 ? NULL : &shadow->frames[shadow->count - 1];
}

/* Whether the callees of frame I are gone without a return: the stack pointer is above their room. If frame I
 * was interrupted, its callee is a handler. That is gone if its stack was below frame I, and the stack
 * pointer is above; if its stack is elsewhere, nothing can be said. */
static bool is_abandoned(const struct shadow *shadow, const struct arch *arch, size_t i, uint64_t sp)
{
    const struct waiting *const frame = &shadow->frames[i];
    if (frame->interrupted)
        return i + 1 < shadow->reached && shadow->frames[i + 1].sp < frame->sp && sp > frame->sp;
    return sp > frame->sp - (return_on_stack(arch) ? 8 : 0);
}

static void call(struct shadow *shadow, struct target *target, const struct registers *before,
                 struct instruction instruction)
{
    const struct arch *const arch = target->arch;
    uint64_t back = before->pc + instruction.size;
    if (return_on_stack(arch) && !live_target_word(target, sp_of(arch, &target->registers), &back))
        live_fail("%s: the stack of a call cannot be read", target->program);
    push(shadow, (struct waiting){back, sp_of(arch, before), fp_of(arch, before), false});
}

/* Returns to the innermost caller that waits for PC and SP. False: none does, so it was a jump. */
static bool return_to(struct shadow *shadow, uint64_t pc, uint64_t sp)
{
    for (size_t i = shadow->count; i > 0 && !shadow->frames[i - 1].interrupted; i--)
        if (shadow->frames[i - 1].pc == pc && shadow->frames[i - 1].sp == sp) {
            shadow->count = i - 1;
            return true;
        }
    return false;
}

/* What the instruction at before->pc did. */
static void follow(struct shadow *shadow, struct target *target, const struct registers *before,
                   struct instruction instruction)
{
    const struct arch *const arch = target->arch;
    const uint64_t sp = sp_of(arch, &target->registers);
    if (instruction.transfer == CALL)
        call(shadow, target, before, instruction);
    else if (instruction.transfer != RETURN ||
             !return_to(shadow, target->registers.pc, sp - instruction.popped)) {
        shadow->reached = shadow->count; /* frames were abandoned by longjmp */
        while (shadow->count > 0 && is_abandoned(shadow, arch, shadow->count - 1, sp))
            shadow->count--;
    }
}

/* --- Signals ------------------------------------------------------------------------------------------- */

static bool is_signal_frame(struct target *target, const struct registers *before, uint64_t start)
{
    for (size_t i = 0; i < SIGNAL_FRAMES && target->arch->signal_frames[i].pc != 0; i++) {
        const struct signal_frame *const frame = &target->arch->signal_frames[i];
        uint64_t pc, sp;
        if (live_target_word(target, start + frame->pc, &pc) && pc == before->pc &&
            live_target_word(target, start + frame->sp, &sp) && sp == sp_of(target->arch, before))
            return true;
    }
    return false;
}

/* A handler begins: beneath it the kernel's frame, which the return from the handler enters, and beneath that
 * what was interrupted. A signal without a handler leaves nothing. */
static void deliver(struct shadow *shadow, struct target *target, const struct registers *before)
{
    const struct arch *const arch = target->arch;
    enum { MOVED_MOST = 4096 };
    const uint64_t sp = sp_of(arch, &target->registers); /* the first instruction may have moved it already */
    uint64_t start = sp, back = target->registers.by_number[abi_of(arch)->ra];
    while (start - sp <= MOVED_MOST && !is_signal_frame(target, before, start))
        start += 8;
    if (start - sp > MOVED_MOST || (return_on_stack(arch) && !live_target_word(target, start, &back)))
        return;
    back &= ~arch->pac_mask; /* the first instruction may have signed it */
    push(shadow, (struct waiting){before->pc, sp_of(arch, before), fp_of(arch, before), true});
    push(shadow, (struct waiting){back, start + (return_on_stack(arch) ? 8 : 0),
                                  fp_of(arch, &target->registers), false});
}

/* If a system call was the way back from a signal, the last frame was interrupted. It is taken off and
 * written to BEFORE, as it goes on. False: it was another system call. */
static bool return_from_signal(struct shadow *shadow, const struct target *target, struct registers *before)
{
    const struct waiting *const frame = last(shadow);
    if (frame == NULL || !frame->interrupted)
        return false;
    shadow->count--;
    before->pc = frame->pc;
    before->by_number[abi_of(target->arch)->sp] = frame->sp;
    before->by_number[abi_of(target->arch)->fp] = frame->fp;
    return true;
}

enum event live_shadow_step(struct shadow *shadow, struct target *target)
{
    const struct registers before = target->registers;
    const struct instruction instruction = live_target_instruction(target, before.pc);
    const enum event event = live_target_step(target);
    const bool delivered = event == STEPPED && shadow->delivering;
    shadow->delivering = event == SIGNALLED;
    if (delivered)
        deliver(shadow, target, &before);
    else if (event == ENDED || target->registers.pc == before.pc)
        return event;
    else if (instruction.transfer == SYSTEM_CALL) {
        /* Emulators do not stop behind a system call, but one instruction later. */
        struct registers behind = before;
        if (!return_from_signal(shadow, target, &behind))
            behind.pc += instruction.size;
        if (target->registers.pc != behind.pc)
            follow(shadow, target, &behind, live_target_instruction(target, behind.pc));
    } else
        follow(shadow, target, &before, instruction);
    return event;
}

struct truth live_shadow_frame(const struct shadow *shadow, const struct target *target, size_t i)
{
    const struct arch *const arch = target->arch;
    struct truth frame = {target->registers.pc, sp_of(arch, &target->registers),
                          fp_of(arch, &target->registers), 0, i == shadow->count};
    if (i > 0) {
        const struct waiting *const waiting = &shadow->frames[shadow->count - i];
        frame.pc = waiting->pc;
        frame.sp = waiting->sp;
        frame.fp = waiting->fp;
    }
    if (!frame.outermost)
        frame.cfa = shadow->frames[shadow->count - 1 - i].sp - (uint64_t)(int64_t)abi_of(arch)->sp_from_cfa;
    return frame;
}
