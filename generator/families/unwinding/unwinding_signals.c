/* Signal frames where a function ends: open points of the ledger, each reading with its frames.  The byte
 * before a PC belongs to a call, or to something else, and after a signal frame it is another question than
 * before. */
#include "../families.h"
#include "unwinding_open.h"

/* A routine of which nothing but its calls matters: its frame is there from the first byte on. */
static uint32_t add_plain(struct walk *walk)
{
    return gen_add_framed(walk, gen_rule_sp(FRAME), gen_saved_ra(walk->abi), gen_rule_slot(-16));
}

static void leave_gap(struct walk *walk)
{
    walk->modules[0].text += 16;
}

static uint64_t end_of(const struct walk *walk, uint32_t routine)
{
    return walk->routines[routine].address + walk->routines[routine].size;
}

/* --- caller-pc: who was interrupted is called at the end of its caller ---------------------------------- */

/* Where a call that does not return is its function's last instruction, `at` frames from the topmost one. */
static const struct trace *as_is(const struct walk *walk, uint32_t at, bool gap)
{
    return gap ? gen_ended(walk, at + 1, false, STOP_NO_FUNCTION) : gen_misled(walk, at);
}

/* `between`: frames from who was interrupted up to the one whose call is its last instruction.  Of two frames
 * above the signal frame the second calls so as well: who looks up less one there does so beyond. */
static void ends_beyond_signal(struct dispute *dispute, uint32_t above, uint32_t between, bool gap)
{
    struct walk *walk = gen_open_walk(dispute);
    dispute->emitter->note = "Beyond a signal frame a call that does not return ends its function.";
    gen_exercises(dispute->emitter, "trace.signal");
    const uint32_t signal = gen_add_signal_routine(walk, 0);
    const uint32_t plain = add_plain(walk), caller = add_plain(walk);
    if (gap)
        leave_gap(walk);
    else
        walk->modules[0].text = end_of(walk, caller);
    gen_add_routine(walk, 0, STYLE_LEAF);
    if (above > 0)
        gen_add_call(walk, plain, 0);
    if (above > 1)
        gen_add_call(walk, caller, 0)->frame.pc = end_of(walk, caller);
    gen_add_call(walk, signal, 0);
    for (uint32_t i = 0; i < between; i++)
        gen_add_call(walk, plain, 0);
    gen_add_call(walk, caller, 0)->frame.pc = end_of(walk, caller);
    gen_add_call(walk, plain, 0);
    if (!gen_ready(dispute, walk))
        return;
    gen_gives(dispute, "less-one", &walk->trace);
    gen_gives(dispute, "as-is", as_is(walk, above > 1 ? 1 : above + 1 + between, gap));
    gen_close_walk(dispute, walk,
                   SAY(dispute->emitter->detail, "signal-%s-%u-above-%u-between",
                       gap ? "gap" : "next-routine", above, between));
}

/* A handler's return address is the first byte of the signal frame's code, which nobody has called. */
static void returns_to_first_byte(struct dispute *dispute, uint32_t above)
{
    struct walk *walk = gen_open_walk(dispute);
    dispute->emitter->note = "A handler returns to the first byte of the signal frame's code.";
    gen_exercises(dispute->emitter, "trace.signal");
    const uint32_t plain = add_plain(walk);
    leave_gap(walk);
    const uint32_t signal = gen_add_signal_routine(walk, 0);
    for (uint32_t i = 0; i < above; i++)
        gen_add_call(walk, plain, 0);
    gen_add_call(walk, signal, 0)->frame.pc = walk->routines[signal].address;
    gen_add_call(walk, plain, 0);
    gen_add_call(walk, plain, 0);
    if (!gen_ready(dispute, walk))
        return;
    gen_gives(dispute, "less-one", gen_ended(walk, above + 1, false, STOP_NO_FUNCTION));
    gen_gives(dispute, "as-is", &walk->trace);
    gen_close_walk(dispute, walk, gen_numbered(walk, "signal-first-byte-", above));
}

static void caller_pc(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 12; i++)
        ends_beyond_signal(dispute, i / 4, 1 + i / 2 % 2, i % 2 == 0);
    for (uint32_t above = 1; above < 4; above++)
        returns_to_first_byte(dispute, above);
}

/* --- signal-caller-pc: interrupted where another function has ended ------------------------------------- */

/* The byte before belongs to a leaf, whose row knows nothing of the frame that is there. */
static void signal_caller_pc(struct dispute *dispute)
{
    for (uint32_t above = 0; above < 3; above++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "Interrupted at the first byte of a function that follows another at once.";
        gen_exercises(dispute->emitter, "trace.signal");
        const uint32_t signal = gen_add_signal_routine(walk, 0), leaf = gen_add_routine(walk, 0, STYLE_LEAF);
        walk->modules[0].text = end_of(walk, leaf);
        const uint32_t plain = add_plain(walk);
        for (uint32_t i = 0; i < above; i++)
            gen_add_call(walk, plain, 0);
        gen_add_call(walk, signal, 0);
        gen_add_call(walk, plain, 0)->frame.pc = walk->routines[plain].address;
        gen_add_call(walk, plain, 0);
        gen_add_call(walk, plain, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "no-less-one", &walk->trace);
        gen_gives(dispute, "topmost-again", &walk->trace);
        gen_gives(dispute, "nothing", gen_misled(walk, above + 1));
        gen_close_walk(dispute, walk, gen_numbered(walk, "behind-a-function-", above));
    }
}

/* --- The points ----------------------------------------------------------------------------------------- */

static const struct contested_point points[] = {
    CONTESTED("caller-pc", V3, ANY_ABI, caller_pc, "less-one", "as-is"),
    CONTESTED("signal-caller-pc", V3, ANY_ABI, signal_caller_pc, "no-less-one", "topmost-again", "nothing"),
};

void gen_family_unwinding_signals(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(points) && !emitter->stopped; i++)
        if (applies(points[i].profiles, points[i].abis, emitter->profile, emitter->abi))
            gen_make_contested_point(emitter, &points[i]);
}
