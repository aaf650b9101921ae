/* Unwindings that rest on an open point about registers or flexible rows; a part of unwinding_open.c. */
#include "unwinding.h"

/* --- Registers below the topmost frame ------------------------------------------------------------------ */

/* A caller's row says that RA is in its register.  The topmost frame has saved RA, and the register still has
 * it. */
static void trace_ra_register_deeper(struct dispute *dispute, uint32_t number)
{
    const uint32_t above = 1 + number;
    struct walk *walk =
        gen_open_walk(dispute, "A caller whose row says that RA is still in its register.", 1);
    gen_exercises(dispute->emitter, "s390x.ra-unchanged-topmost");
    uint32_t routine = gen_add_framed(walk, 0, WIDE, gen_rule_sp(WIDE), gen_rule_unsaid(), gen_rule_unsaid());
    gen_add_calls(walk, above, gen_add_plain(walk, 0, WIDE), 0);
    gen_add_call(walk, routine, 0);
    CONTEST(dispute, "caller-%u", above);
    gen_set_register(walk, register_ra(dispute->abi), walk->calls[above].frame.pc);
    gen_gives(dispute, "stop", gen_ended(walk, above + 1, true, STOP_UNSAFE));
    gen_gives(dispute, "reuse",
              gen_repeated(walk, above + 1, WIDE - (uint64_t)gen_abi_facts[dispute->abi].cfa_above_sp));
}

/* Begins a walk with a caller that has these rules, and whose CFA counts from SP.  It is flexible if that
 * rests on no other point. */
static struct walk *open_caller(struct dispute *dispute, const char *note, uint32_t above, struct rule ra,
                                struct rule fp)
{
    struct walk *const walk = gen_open_walk(dispute, note, 1);
    const uint32_t routine = gen_add_framed(walk, 0, WIDE, gen_rule_sp(WIDE), ra, fp);
    if (has_clear_flexible(walk->profile, walk->abi))
        walk->routines[routine].fde_type = FDE_FLEX;
    gen_add_chain(walk, above, routine, 0);
    return walk;
}

static void s390x_register_deeper(struct dispute *dispute, uint32_t i)
{
    const struct rule any = gen_rule_register(ANY_REGISTER, 0);
    const bool fp_too = i % 2 != 0;
    struct walk *walk = open_caller(dispute,
                                    fp_too ? "A caller keeps RA and FP in other registers."
                                           : "A caller keeps RA in another register.",
                                    1 + i / 2, any, fp_too ? any : gen_rule_unsaid());
    CONTEST(dispute, "%s-%u", fp_too ? "both" : "ra", i);
    gen_gives(dispute, "stop", gen_ended(walk, 2 + i / 2, true, STOP_UNSAFE));
    gen_gives(dispute, "restore", &walk->trace);
}

void gen_contest_scope(struct dispute *dispute, const char *note, uint32_t number, bool is_listed)
{
    static const char *const names[] = {"ra", "ra-at", "fp", "fp-at"};
    const struct rule rules[] = {gen_rule_register(ANY_REGISTER, 0), gen_rule_register_slot(ANY_REGISTER, 8)};
    const bool of_ra = number % 4 < 2;
    const uint32_t above = 1 + number / 4;
    struct walk *const walk = open_caller(dispute, note, above, of_ra ? rules[number % 2] : gen_rule_slot(-8),
                                          of_ra ? gen_rule_slot(-16) : rules[number % 2]);
    CONTEST(dispute, "%s%s-%u", names[number % 4], is_listed ? "" : "-unlisted", is_listed ? number : above);
    const struct row *const row = gen_first_row(walk, 0);
    if (!is_listed)
        gen_forget_register(walk, of_ra ? row->ra.reg : row->fp.reg);
    gen_gives(dispute, "all", gen_ended(walk, above + 1, true, STOP_UNSAFE));
    gen_gives(dispute, "cfa-only", is_listed ? &walk->trace : gen_ended(walk, above + 1, true, STOP_ERROR));
}

static void flex_topmost_scope(struct dispute *dispute, uint32_t number)
{
    gen_contest_scope(dispute, "A caller whose CFA is told from SP needs another register for RA or FP.",
                      number, true);
}

static void flex_unread_regnum(struct dispute *dispute, uint32_t i)
{
    struct rule slots[2] = {gen_rule_slot(-8), gen_rule_slot(-16)};
    slots[i % 2].idle_bits = (3 + i) << 3;
    struct walk *walk = open_caller(dispute, "A caller's control word names a register that it does not use.",
                                    1 + i / 2, slots[0], slots[1]);
    CONTEST(dispute, "%s-%u", i % 2 == 0 ? "ra" : "fp", i);
    gen_gives(dispute, "effective-only", &walk->trace);
    gen_gives(dispute, "always", gen_ended(walk, 2 + i / 2, true, STOP_UNSAFE));
}

/* --- Flexible rows -------------------------------------------------------------------------------------- */

static uint32_t add_drawn_flexible(struct walk *walk)
{
    static const struct rule cfas[] = {SP(WIDE), FP(16), AT_SP(64), AT_FP(-8)};
    static const struct rule ras[] = {SLOT(-8), SLOT(-120), AT_SP(72)};
    static const struct rule fps[] = {SLOT(-16), SLOT(-32), AT_SP(96)};
    const struct rule *cfa = &cfas[gen_draw(walk, COUNT(cfas))];
    const struct rule *ra = &ras[gen_draw(walk, COUNT(ras))];
    return gen_add_flexible(walk, WIDE, *cfa, *ra, fps[gen_draw(walk, COUNT(fps))]);
}

static uint32_t first_flexible_caller(const struct walk *walk)
{
    uint32_t first = 1;
    while (walk->routines[walk->calls[first].routine].fde_type != FDE_FLEX)
        first++;
    return first;
}

static void flex_sp_fp_numbers(struct dispute *dispute, uint32_t i)
{
    struct walk *walk = gen_open_walk(dispute, "A caller's flexible row names SP or FP by number.", 1);
    uint32_t flexible[2];
    for (unsigned k = 0; k < 2; k++)
        flexible[k] = add_drawn_flexible(walk);
    gen_add_routines(walk, SP_AND_FP, 3);
    gen_add_callers(walk, 1 + (uint32_t)gen_draw(walk, 3));
    for (unsigned k = 0; k < 4; k++) {
        gen_add_call(walk, flexible[gen_draw(walk, 2)], 0);
        gen_add_callers(walk, walk->call_count + (uint32_t)gen_draw(walk, 3));
    }
    CONTEST(dispute, "chain-%u", i);
    gen_gives(dispute, "register", &walk->trace);
    gen_gives(dispute, "topmost-only", gen_ended(walk, first_flexible_caller(walk) + 1, false, STOP_UNSAFE));
}

/* The caller's CFA counts from FP, so that both readings find the frames beyond it. */
static void flex_sp_s390x(struct dispute *dispute, uint32_t i)
{
    const struct rule ra = gen_rule_slot(-48), fp = gen_rule_slot(-72);
    struct walk *walk = gen_open_walk(dispute, "The SP of a flexible row's caller on s390x.", 1);
    const bool from_sp = i % 2 == 0;
    uint32_t routine = gen_add_flexible(walk, WIDE, from_sp ? gen_rule_sp(WIDE) : gen_rule_fp(400), ra, fp);
    uint32_t caller = gen_add_framed(walk, 0, WIDE, gen_rule_fp(480), ra, fp);
    gen_add_call(walk, routine, 0);
    gen_add_calls(walk, i / 2, caller, 0);
    CONTEST(dispute, "from-%s-%u", from_sp ? "sp" : "fp", i);
    gen_gives(dispute, "minus-160", &walk->trace);
    walk->trace.frames[1].sp = walk->trace.frames[0].cfa;
    gen_gives(dispute, "cfa", &walk->trace);
}

/* --- The points ----------------------------------------------------------------------------------------- */

void gen_every_open_register(struct emitter *emitter)
{
    static const struct contested_point points[] = {
        {"trace-ra-register-deeper", E1ON, TRACKED, 3, trace_ra_register_deeper, {"stop", "reuse"}},
        {"s390x-register-deeper", ERRATA, S390, 6, s390x_register_deeper, {"stop", "restore"}},
        {"flex-topmost-scope", V3, UNSCALED, 12, flex_topmost_scope, {"all", "cfa-only"}},
        {"flex-topmost-unread-regnum", V3, UNSCALED, 6, flex_unread_regnum, {"effective-only", "always"}},
        {"flex-sp-fp-numbers", V3, UNSCALED, 40, flex_sp_fp_numbers, {"register", "topmost-only"}},
        {"flex-sp-s390x", V3, S390, 8, flex_sp_s390x, {"minus-160", "cfa"}},
    };
    gen_make_contested_points(emitter, points, COUNT(points));
}
