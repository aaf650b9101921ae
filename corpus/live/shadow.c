#include "shadow.h"

static void push(struct shadow *shadow, struct waiting frame)
{
    if (shadow->count == shadow->room) {
        shadow->room = shadow->room * 2 + 64;
        shadow->frames = realloc(shadow->frames, shadow->room * sizeof *shadow->frames);
        if (shadow->frames == NULL)
            fail("out of memory");
    }
    shadow->frames[shadow->count++] = frame;
}

static const struct waiting *last(const struct shadow *shadow)
{
    return shadow->count == 0 ? NULL : &shadow->frames[shadow->count - 1];
}

/* Frames between here and the innermost signal whose room the stack pointer has left: by longjmp. */
static void drop_abandoned(struct shadow *shadow, const struct arch *arch, uint64_t sp)
{
    const uint64_t room = arch->return_on_stack ? 8 : 0;
    while (shadow->count > 0 && !last(shadow)->interrupted && sp > last(shadow)->sp - room)
        shadow->count--;
}

static void call(struct shadow *shadow, struct target *target, const struct registers *before,
                 struct instruction instruction)
{
    const struct arch *const arch = target->arch;
    uint64_t back = before->pc + instruction.size;
    if (arch->return_on_stack && !target_word(target, sp_of(arch, &target->registers), &back))
        fail("%s: the stack of a call cannot be read", target->program);
    push(shadow, (struct waiting){back, sp_of(arch, before), fp_of(arch, before), false});
}

/* To the innermost caller that waits for this. Nobody does: it was a jump. */
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
             !return_to(shadow, target->registers.pc, sp - instruction.popped))
        drop_abandoned(shadow, arch, sp);
}

/* --- Signals ------------------------------------------------------------------------------------------- */

/* A handler begins: beneath it the frame that the kernel made, which the return from the handler enters, and
 * beneath that whoever was interrupted. A signal without a handler leaves nothing. */
static void deliver(struct shadow *shadow, struct target *target, const struct registers *before)
{
    const struct arch *const arch = target->arch;
    const uint64_t sp = sp_of(arch, &target->registers), interrupted_sp = sp_of(arch, before);
    uint64_t kept_pc = 0, kept_sp = 0, back = target->registers.by_number[arch->link];
    if (!target_word(target, sp + arch->signal_pc, &kept_pc) ||
        !target_word(target, sp + arch->signal_sp, &kept_sp) || kept_pc != before->pc ||
        kept_sp != interrupted_sp)
        return;
    if (arch->return_on_stack && !target_word(target, sp, &back))
        return;
    push(shadow, (struct waiting){before->pc, interrupted_sp, fp_of(arch, before), true});
    push(shadow, (struct waiting){back, sp + (arch->return_on_stack ? 8 : 0), fp_of(arch, &target->registers),
                                  false});
}

/* The way back from a signal is a system call of the kernel's frame, which waits for nobody. */
static bool is_signal_return(const struct shadow *shadow, const struct target *target)
{
    const struct waiting *const frame = last(shadow);
    return frame != NULL && frame->interrupted && target->registers.pc == frame->pc &&
           sp_of(target->arch, &target->registers) == frame->sp;
}

enum event shadow_step(struct shadow *shadow, struct target *target)
{
    const struct registers before = target->registers;
    const struct instruction instruction = target_instruction(target, before.pc);
    const enum event event = target_step(target);
    if (event == SIGNALLED)
        shadow->delivering = true;
    if (event != STEPPED && target->registers.pc == before.pc)
        return event;
    if (event == STEPPED && shadow->delivering) {
        shadow->delivering = false;
        deliver(shadow, target, &before);
        return event;
    }
    if (instruction.transfer == SYSTEM_CALL && is_signal_return(shadow, target))
        shadow->count--;
    else
        follow(shadow, target, &before, instruction);
    return event;
}

struct truth shadow_frame(const struct shadow *shadow, const struct target *target, size_t i)
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
        frame.cfa = shadow->frames[shadow->count - 1 - i].sp + arch->cfa_less_sp;
    return frame;
}
