/* Open points of the ledger about signal frames at the ends of functions, with the frames of each reading.
 * The question is what to look up: a PC, or the byte before it, which belongs to the call if there was one.
 * For an interrupted frame the answer may differ from that for a caller.  All other routines are plain. */
#include "../families.h"
#include "unwinding.h"

static uint32_t add_signal(struct walk *walk)
{
    gen_exercises(walk->emitter, "trace.signal");
    return gen_add_signal_routine(walk, 0);
}

/* --- caller-pc: who was interrupted is called at the end of its caller ---------------------------------- */

/* `between`: how many frames there are from the interrupted one up to a caller whose last instruction is a
 * call that does not return.  `above`: frames above the signal frame.  If there are two, the second is such a
 * caller as well, so that a reading which goes wrong does so there. */
static void ends_beyond_signal(struct dispute *dispute, uint32_t i)
{
    const uint32_t above = i / 4, between = 1 + i / 2 % 2;
    const bool gap = i % 2 == 0;
    struct walk *walk =
        gen_open_walk(dispute, "Beyond a signal frame a call that does not return ends its function.", 1);
    const uint32_t signal = add_signal(walk);
    const uint32_t plain = gen_add_plain(walk, 0, WIDE), caller = gen_add_plain(walk, 0, WIDE);
    walk->modules[0].text = gap ? walk->modules[0].text + 16 : gen_end_of(walk, caller);
    gen_add_routine(walk, 0, STYLE_LEAF);
    if (above > 0)
        gen_add_call(walk, plain, 0);
    if (above > 1)
        gen_add_call(walk, caller, 0)->frame.pc = gen_end_of(walk, caller);
    gen_add_call(walk, signal, 0);
    gen_add_calls(walk, between, plain, 0);
    gen_add_call(walk, caller, 0)->frame.pc = gen_end_of(walk, caller);
    gen_add_call(walk, plain, 0);
    CONTEST(dispute, "signal-%s-%u-above-%u-between", gap ? "gap" : "next-routine", above, between);
    gen_gives(dispute, "less-one", &walk->trace);
    const uint32_t at = above > 1 ? 1 : above + 1 + between;
    gen_gives(dispute, "as-is",
              gap ? gen_ended(walk, at + 1, false, STOP_NO_FUNCTION) : gen_misled(walk, at));
}

/* A handler returns to the first byte of the signal frame's code: there is no call before that byte. */
static void returns_to_first_byte(struct dispute *dispute, uint32_t number)
{
    const uint32_t above = 1 + number;
    struct walk *walk =
        gen_open_walk(dispute, "A handler returns to the first byte of the signal frame's code.", 1);
    const uint32_t plain = gen_add_plain(walk, 0, WIDE);
    walk->modules[0].text += 16;
    const uint32_t signal = add_signal(walk);
    gen_add_calls(walk, above, plain, 0);
    gen_add_call(walk, signal, 0)->frame.pc = walk->routines[signal].address;
    gen_add_calls(walk, 2, plain, 0);
    CONTEST(dispute, "signal-first-byte-%u", above);
    gen_gives(dispute, "less-one", gen_ended(walk, above + 1, false, STOP_NO_FUNCTION));
    gen_gives(dispute, "as-is", &walk->trace);
}

/* --- signal-caller-pc: interrupted where another function has ended ------------------------------------- */

/* The byte before the interrupted PC belongs to a leaf, whose row is wrong for the interrupted frame. */
static void signal_caller_pc(struct dispute *dispute, uint32_t above)
{
    struct walk *walk = gen_open_walk(
        dispute, "Interrupted at the first byte of a function that follows another at once.", 1);
    const uint32_t signal = add_signal(walk), leaf = gen_add_routine(walk, 0, STYLE_LEAF);
    walk->modules[0].text = gen_end_of(walk, leaf);
    const uint32_t plain = gen_add_plain(walk, 0, WIDE);
    gen_add_calls(walk, above, plain, 0);
    gen_add_call(walk, signal, 0);
    gen_add_call(walk, plain, 0)->frame.pc = walk->routines[plain].address;
    gen_add_calls(walk, 2, plain, 0);
    CONTEST(dispute, "behind-a-function-%u", above);
    gen_gives(dispute, "no-less-one", &walk->trace);
    gen_gives(dispute, "topmost-again", &walk->trace);
    gen_gives(dispute, "nothing", gen_misled(walk, above + 1));
}

void gen_family_unwinding_signals(struct emitter *emitter)
{
    static const struct contested_point points[] = {
        {"caller-pc", V3, ANY_ABI, 12, ends_beyond_signal},
        {"caller-pc", V3, ANY_ABI, 3, returns_to_first_byte},
        {"signal-caller-pc", V3, ANY_ABI, 3, signal_caller_pc},
    };
    gen_make_contested_points(emitter, points, COUNT(points));
}
