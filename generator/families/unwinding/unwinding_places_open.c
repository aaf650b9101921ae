/* Unwindings at odd places that rest on an open point of the ledger; a part of unwinding_places. */
#include "unwinding_places.h"

#include "unwinding_open.h"

/* --- unmangled-ra --------------------------------------------------------------------------------------- */

/* Code at addresses that a mask cuts short, as where it was made for a smaller address space.  Rows say that
 * no return address is mangled. */
static void unmangled_ra(struct dispute *dispute)
{
    static const struct {
        const char *name;
        uint64_t base, mask;
    } places[] = {
        {"48-bits-", 0x0041000000400000, 0x007f000000000000},
        {"top-byte-", 0x2a00123400400000, 0xff7f000000000000},
        {"39-bits-", 0x0000550000400000, 0xff7fff8000000000},
        {"upper-half-", 0xffbe800008000000, 0x007f000000000000},
    };
    for (uint32_t i = 0; i < 2 * COUNT(places); i++) {
        struct walk *walk = gen_start_open_walk(dispute);
        uint32_t place = i / 2, above = 2 * (i % 2);
        dispute->emitter->note = "The mask has bits of a return address that is not mangled.";
        if (above > 0) /* away from where the stripped address lies */
            gen_add_module(walk, 0x10800000, 0x10401000);
        gen_add_module(walk, places[place].base + 0x400000, places[place].base + 0x1000);
        uint32_t routine = gen_add_routine(walk, walk->module_count - 1, STYLE_SP);
        uint32_t near = above > 0 ? gen_add_routine(walk, 0, STYLE_FP) : routine;
        for (uint32_t k = 0; k < above + 4; k++)
            gen_add_call(walk, k < above ? near : routine, 1);
        walk->scenario.pac_mask = places[place].mask;
        if (!gen_ready(dispute, walk))
            return;
        uint32_t first = above > 0 ? above : 1;
        struct frame stripped = walk->trace.frames[first];
        stripped.pc = gen_strip(walk, stripped.pc);
        gen_gives(dispute, "kept", &walk->trace);
        gen_gives(dispute, "stripped", gen_astray(walk, first, stripped));
        gen_close_walk(dispute, walk, gen_numbered(walk, places[place].name, above));
    }
}

/* --- abi-byte-order ------------------------------------------------------------------------------------- */

/* The ABI says how memory is read, whatever the section's byte order. */
static void abi_byte_order(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 6; i++) {
        struct walk *walk = gen_start_open_walk(dispute);
        uint32_t above = i / 2, own = above > 0;
        dispute->emitter->note =
            above > 0 ? "A further module's section is in the byte order that the ABI is not."
                      : "The section is in the byte order that the ABI is not; words of memory are not.";
        gen_exercises(dispute->emitter, "abi.byte-order");
        gen_add_usual_modules(walk, 1 + own);
        walk->modules[own].foreign = true;
        uint32_t foreign = gen_add_routine(walk, own, i % 2 == 0 ? STYLE_SP : STYLE_FP);
        uint32_t near = above > 0 ? gen_add_routine(walk, 0, STYLE_FP) : foreign;
        for (uint32_t k = 0; k < above + 3; k++)
            gen_add_call(walk, k < above ? near : foreign, k < above || i % 2 == 0 ? 1 : 2);
        if (!gen_ready(dispute, walk))
            return;
        gen_reading_breaks(dispute->emitter, "breach");
        gen_gives(dispute, "breach", &walk->trace);
        gen_traces_or_refuses(dispute, "refuse", gen_ended(walk, above + 1, false, STOP_ERROR));
        gen_traces_or_refuses(dispute, "abi-wins", gen_ended(walk, above + 1, false, STOP_ERROR));
        gen_close_walk(dispute, walk, gen_numbered(walk, i % 2 == 0 ? "by-sp-" : "by-fp-", above));
    }
}

/* --- flex-topmost-scope --------------------------------------------------------------------------------- */

/* A caller's rule needs a register, and the scenario does not list it. */
static void unlisted_below(struct dispute *dispute)
{
    static const char *const names[] = {"ra-unlisted-", "ra-at-unlisted-", "fp-unlisted-", "fp-at-unlisted-"};
    for (uint32_t i = 0; i < 8; i++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "A caller needs a register for RA or FP that is not known in any frame.";
        uint32_t reg = gen_fresh_register(walk), above = 1 + i / 4;
        struct rule rule = i % 2 == 0 ? gen_rule_register(reg, 0) : gen_rule_register_slot(reg, 8);
        bool of_ra = i % 4 < 2;
        uint32_t routine = gen_add_flexible(walk, gen_rule_sp(FRAME), of_ra ? rule : gen_rule_slot(-8),
                                            of_ra ? gen_rule_slot(-16) : rule);
        gen_add_chain(walk, above, routine, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_forget_register(walk, reg);
        gen_gives(dispute, "all", gen_ended(walk, above + 1, true, STOP_UNSAFE));
        gen_gives(dispute, "cfa-only", gen_ended(walk, above + 1, true, STOP_ERROR));
        gen_close_walk(dispute, walk, gen_numbered(walk, names[i % 4], above));
    }
}

/* --- flex-sp-fp-numbers --------------------------------------------------------------------------------- */

/* A signal frame of flexible rules between its handler and who was interrupted. */
static void context_below(struct dispute *dispute)
{
    for (uint32_t above = 1; above < 4; above++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "The signal frame below a handler keeps SP, PC and FP, counted from SP.";
        gen_exercises(dispute->emitter, "trace.signal");
        uint32_t signal = gen_add_context(walk), handler = gen_add_routine(walk, 0, STYLE_SP);
        uint32_t interrupted = gen_add_routine(walk, 0, STYLE_FP);
        for (uint32_t i = 0; i < above; i++)
            gen_add_call(walk, handler, 1);
        gen_add_call(walk, signal, 0);
        gen_add_call(walk, interrupted, 2);
        gen_add_callers(walk, above + 4);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "register", &walk->trace);
        gen_gives(dispute, "topmost-only", gen_ended(walk, above + 1, false, STOP_UNSAFE));
        gen_close_walk(dispute, walk, gen_numbered(walk, "signal-context-", above));
    }
}

/* --- The points ----------------------------------------------------------------------------------------- */

static const struct contested_point points[] = {
    CONTESTED("unmangled-ra", ALL, ARMS, unmangled_ra, "kept", "stripped"),
    CONTESTED("abi-byte-order", ALL, ANY_ABI, abi_byte_order, "breach", "refuse", "abi-wins"),
    CONTESTED("flex-topmost-scope", V3, UNSCALED, unlisted_below, "all", "cfa-only"),
    CONTESTED("flex-sp-fp-numbers", V3, UNSCALED, context_below, "register", "topmost-only"),
};

void gen_every_open_place(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(points) && !emitter->stopped; i++)
        if (applies(points[i].profiles, points[i].abis, emitter->profile, emitter->abi))
            gen_make_contested_point(emitter, &points[i]);
}
