/* Unwindings at odd places that rest on an open point of the ledger; a part of unwinding_places.c. */
#include "unwinding.h"

/* --- unmangled-ra --------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    uint64_t base, mask;
} places[] = {
    {"48-bits", 0x0041000000400000, 0x007f000000000000},
    {"top-byte", 0x2a00123400400000, 0xff7f000000000000},
    {"39-bits", 0x0000550000400000, 0xff7fff8000000000},
    {"upper-half", 0xffbe800008000000, 0x007f000000000000},
};

/* Code whose addresses have bits of the mask, as if the mask were for a smaller address space.  By the rows
 * no return address is mangled. */
static void unmangled_ra(struct dispute *dispute, uint32_t i)
{
    struct walk *walk =
        gen_open_walk(dispute, "The mask has bits of a return address that is not mangled.", 0);
    uint32_t place = i / 2, above = 2 * (i % 2);
    if (above > 0) /* so that it is not where stripped addresses lead */
        gen_add_module(walk, 0x10800000, 0x10401000);
    gen_add_module(walk, places[place].base + 0x400000, places[place].base + 0x1000);
    uint32_t routine = gen_add_routine(walk, walk->module_count - 1, STYLE_SP);
    uint32_t near = above > 0 ? gen_add_routine(walk, 0, STYLE_FP) : routine;
    gen_add_calls(walk, above, near, 1);
    gen_add_calls(walk, 4, routine, 1);
    walk->scenario.pac_mask = places[place].mask;
    CONTEST(dispute, "%s-%u", places[place].name, above);
    uint32_t first = above > 0 ? above : 1;
    struct frame stripped = walk->trace.frames[first];
    stripped.pc = gen_strip(walk, stripped.pc);
    gen_gives(dispute, "kept", &walk->trace);
    gen_gives(dispute, "stripped", gen_astray(walk, first, stripped));
}

/* --- abi-byte-order ------------------------------------------------------------------------------------- */

/* The ABI says how memory is read, whatever the section's byte order. */
static void abi_byte_order(struct dispute *dispute, uint32_t i)
{
    const uint32_t above = i / 2, own = above > 0;
    const bool by_sp = i % 2 == 0;
    struct walk *walk = gen_open_walk(
        dispute,
        above > 0 ? "A further module's section is in the byte order that the ABI is not."
                  : "The section is in the byte order that the ABI is not; words of memory are not.",
        1 + own);
    gen_exercises(dispute->emitter, "abi.byte-order");
    walk->modules[own].foreign = true;
    uint32_t foreign = gen_add_routine(walk, own, by_sp ? STYLE_SP : STYLE_FP);
    if (above > 0)
        gen_add_calls(walk, above, gen_add_routine(walk, 0, STYLE_FP), 1);
    gen_add_calls(walk, 3, foreign, by_sp ? 1 : 2);
    CONTEST(dispute, "by-%s-%u", by_sp ? "sp" : "fp", above);
    gen_reading_breaks(dispute->emitter, "breach");
    gen_gives(dispute, "breach", &walk->trace);
    gen_gives_or_refuses(dispute, "refuse", gen_ended(walk, above + 1, false, STOP_ERROR));
    gen_gives_or_refuses(dispute, "abi-wins", gen_ended(walk, above + 1, false, STOP_ERROR));
}

/* --- flex-topmost-scope --------------------------------------------------------------------------------- */

static void unlisted_below(struct dispute *dispute, uint32_t number)
{
    gen_contest_scope(dispute, "A caller needs a register for RA or FP that is not known in any frame.",
                      number, false);
}

/* --- flex-sp-fp-numbers --------------------------------------------------------------------------------- */

/* A signal frame with flexible rules, which is the caller of its handler. */
static void context_below(struct dispute *dispute, uint32_t number)
{
    const uint32_t above = 1 + number;
    struct walk *walk =
        gen_open_walk(dispute, "The signal frame below a handler keeps SP, PC and FP, counted from SP.", 1);
    uint32_t signal = gen_add_context(walk), handler = gen_add_routine(walk, 0, STYLE_SP);
    uint32_t interrupted = gen_add_routine(walk, 0, STYLE_FP);
    gen_add_calls(walk, above, handler, 1);
    gen_add_call(walk, signal, 0);
    gen_add_call(walk, interrupted, 2);
    gen_add_callers(walk, above + 4);
    CONTEST(dispute, "signal-context-%u", above);
    gen_gives(dispute, "register", &walk->trace);
    gen_gives(dispute, "topmost-only", gen_ended(walk, above + 1, false, STOP_UNSAFE));
}

void gen_every_open_place(struct emitter *emitter)
{
    static const struct contested_point points[] = {
        {"unmangled-ra", ALL, ARMS, 2 * COUNT(places), unmangled_ra, {"kept", "stripped"}},
        {"abi-byte-order", ALL, ANY_ABI, 6, abi_byte_order, {"breach", "refuse", "abi-wins"}},
        {"flex-topmost-scope", V3, UNSCALED, 8, unlisted_below, {"all", "cfa-only"}},
        {"flex-sp-fp-numbers", V3, UNSCALED, 3, context_below, {"register", "topmost-only"}},
    };
    gen_make_contested_points(emitter, points, COUNT(points));
}
