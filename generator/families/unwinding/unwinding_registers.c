/* Unwindings that rest on an open point of registers or of flexible rows; a part of unwinding_open. */
#include "unwinding_open.h"

/* --- Registers below the topmost frame ------------------------------------------------------------------ */

/* The topmost frame has saved RA, and its register still holds it. */
static void trace_ra_register_deeper(struct dispute *dispute)
{
    for (uint32_t above = 1; above < 4; above++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "A caller whose row says that RA is still in its register.";
        gen_exercises(dispute->emitter, "s390x.ra-unchanged-topmost");
        uint32_t routine = gen_add_framed(walk, gen_rule_sp(FRAME), gen_rule_unsaid(), gen_rule_unsaid());
        uint32_t other =
            gen_add_framed(walk, gen_rule_sp(FRAME), gen_saved_ra(dispute->abi), gen_rule_slot(-16));
        for (uint32_t i = 0; i < above; i++)
            gen_add_call(walk, other, 0);
        gen_add_call(walk, routine, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_set_register(walk, register_ra(dispute->abi), walk->calls[above].frame.pc);
        gen_gives(dispute, "stop", gen_ended(walk, above + 1, true, STOP_UNSAFE));
        gen_gives(dispute, "reuse",
                  gen_repeated(walk, above + 1, FRAME - (uint64_t)gen_abi_facts[dispute->abi].cfa_above_sp));
        gen_close_walk(dispute, walk, gen_numbered(walk, "caller-", above));
    }
}

static void s390x_register_deeper(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 6; i++) {
        struct walk *walk = gen_open_walk(dispute);
        bool fp_too = i % 2 != 0;
        dispute->emitter->note = fp_too ? "A caller keeps RA and FP in other registers."
                                        : "A caller keeps RA in another register.";
        struct rule ra = gen_rule_register(gen_fresh_register(walk), 0);
        struct rule fp = fp_too ? gen_rule_register(gen_fresh_register(walk), 0) : gen_rule_unsaid();
        uint32_t routine = gen_add_framed(walk, gen_rule_sp(FRAME), ra, fp);
        gen_add_chain(walk, 1 + i / 2, routine, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "stop", gen_ended(walk, 2 + i / 2, true, STOP_UNSAFE));
        gen_gives(dispute, "restore", &walk->trace);
        gen_close_walk(dispute, walk, gen_numbered(walk, fp_too ? "both-" : "ra-", i));
    }
}

static void flex_topmost_scope(struct dispute *dispute)
{
    static const char *const names[] = {"ra-", "ra-at-", "fp-", "fp-at-"};
    for (uint32_t i = 0; i < 12; i++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "A caller whose CFA is told from SP needs another register for RA or FP.";
        uint32_t reg = gen_fresh_register(walk);
        struct rule rule = i % 2 == 0 ? gen_rule_register(reg, 0) : gen_rule_register_slot(reg, 8);
        bool of_ra = i % 4 < 2;
        uint32_t routine = gen_add_flexible(walk, gen_rule_sp(FRAME), of_ra ? rule : gen_rule_slot(-8),
                                            of_ra ? gen_rule_slot(-16) : rule);
        uint32_t above = 1 + i / 4;
        gen_add_chain(walk, above, routine, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "all", gen_ended(walk, above + 1, true, STOP_UNSAFE));
        gen_gives(dispute, "cfa-only", &walk->trace);
        gen_close_walk(dispute, walk, gen_numbered(walk, names[i % 4], i));
    }
}

static void flex_topmost_unread_regnum(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 6; i++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "A caller's control word names a register that it does not use.";
        struct rule slots[2] = {gen_rule_slot(-8), gen_rule_slot(-16)};
        slots[i % 2].idle_bits = (3 + i) << 3;
        uint32_t routine = gen_add_flexible(walk, gen_rule_sp(FRAME), slots[0], slots[1]);
        gen_add_chain(walk, 1 + i / 2, routine, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "effective-only", &walk->trace);
        gen_gives(dispute, "always", gen_ended(walk, 2 + i / 2, true, STOP_UNSAFE));
        gen_close_walk(dispute, walk, gen_numbered(walk, i % 2 == 0 ? "ra-" : "fp-", i));
    }
}

/* --- Flexible rows -------------------------------------------------------------------------------------- */

static uint32_t add_drawn_flexible(struct walk *walk)
{
    static const struct rule cfas[] = {SP(FRAME),
                                       FP(16),
                                       {.place = PLACE_SP, .deref = true, .offset = 64},
                                       {.place = PLACE_FP, .deref = true, .offset = -8}};
    static const struct rule ras[] = {SLOT(-8), SLOT(-120), {.place = PLACE_SP, .deref = true, .offset = 72}};
    static const struct rule fps[] = {SLOT(-16), SLOT(-32), {.place = PLACE_SP, .deref = true, .offset = 96}};
    const struct rule *cfa = &cfas[gen_draw(walk, COUNT(cfas))];
    const struct rule *ra = &ras[gen_draw(walk, COUNT(ras))];
    return gen_add_flexible(walk, *cfa, *ra, fps[gen_draw(walk, COUNT(fps))]);
}

static uint32_t first_flexible_caller(const struct walk *walk)
{
    uint32_t first = 1;
    while (walk->routines[walk->calls[first].routine].fde_type != FDE_FLEX)
        first++;
    return first;
}

static void flex_sp_fp_numbers(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 40 && !dispute->emitter->stopped; i++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "A caller's flexible row names SP or FP by number.";
        uint32_t flexible[2];
        for (unsigned k = 0; k < 2; k++)
            flexible[k] = add_drawn_flexible(walk);
        gen_add_routines(walk, SP_AND_FP, 3);
        gen_add_callers(walk, 1 + (uint32_t)gen_draw(walk, 3));
        for (unsigned k = 0; k < 4; k++) {
            gen_add_call(walk, flexible[gen_draw(walk, 2)], 0);
            gen_add_callers(walk, walk->call_count + (uint32_t)gen_draw(walk, 3));
        }
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "register", &walk->trace);
        gen_gives(dispute, "topmost-only",
                  gen_ended(walk, first_flexible_caller(walk) + 1, false, STOP_UNSAFE));
        gen_close_walk(dispute, walk, gen_numbered(walk, "chain-", i));
    }
}

/* The caller finds its CFA by FP, so that both readings find who called it. */
static void flex_sp_s390x(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 8; i++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "The SP of a flexible row's caller on s390x.";
        uint32_t routine = gen_add_flexible(walk, i % 2 == 0 ? gen_rule_sp(FRAME) : gen_rule_fp(400),
                                            gen_rule_slot(-48), gen_rule_slot(-72));
        uint32_t caller = gen_add_framed(walk, gen_rule_fp(480), gen_rule_slot(-48), gen_rule_slot(-72));
        gen_add_call(walk, routine, 0);
        for (uint32_t k = 0; k < i / 2; k++)
            gen_add_call(walk, caller, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "minus-160", &walk->trace);
        walk->trace.frames[1].sp = walk->trace.frames[0].cfa;
        gen_gives(dispute, "cfa", &walk->trace);
        gen_close_walk(dispute, walk, gen_numbered(walk, i % 2 == 0 ? "from-sp-" : "from-fp-", i));
    }
}

/* --- The points ----------------------------------------------------------------------------------------- */

const struct contested_point gen_register_points[] = {
    CONTESTED("trace-ra-register-deeper", E1ON, TRACKED, trace_ra_register_deeper, "stop", "reuse"),
    CONTESTED("s390x-register-deeper", ERRATA, S390, s390x_register_deeper, "stop", "restore"),
    CONTESTED("flex-topmost-scope", V3, UNSCALED, flex_topmost_scope, "all", "cfa-only"),
    CONTESTED("flex-topmost-unread-regnum", V3, UNSCALED, flex_topmost_unread_regnum,
              "effective-only", "always"),
    CONTESTED("flex-sp-fp-numbers", V3, UNSCALED, flex_sp_fp_numbers, "register", "topmost-only"),
    CONTESTED("flex-sp-s390x", V3, S390, flex_sp_s390x, "minus-160", "cfa"),
};

const unsigned gen_register_point_count = COUNT(gen_register_points);
