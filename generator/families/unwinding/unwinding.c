/* Unwindings with undisputed frames: call chains drawn by chance, the ways in which a routine can keep what
 * it has saved, and each reason to stop.
 *
 * Nothing here rests on an open point: a caller's PC and the byte before it lie in one row, words lie at
 * multiples of 8, no FP is 0, SP rises, only the topmost routine is flexible or keeps RA in a register.  What
 * is disputed is in unwinding_open.c. */
#include "unwinding.h"

#include "../families.h"

/* --- Chains by chance ----------------------------------------------------------------------------------- */

static const struct kind_of_chain {
    const char *shape;
    unsigned styles, abis;
    uint32_t modules, least, most, count;
} kinds_of_chain[] = {
    {"unwinding-from-sp", 1 << STYLE_SP, ANY_ABI, 1, 2, 10, 20},
    {"unwinding-from-fp", 1 << STYLE_FP, ANY_ABI, 1, 2, 10, 20},
    {"unwinding-entries", 1 << STYLE_LEAF, AMD, 1, 1, 10, 20},
    {"unwinding-mixed", ANY_STYLE, ANY_ABI, 1, 1, 30, 60},
    {"unwinding-modules-2", ANY_STYLE, ANY_ABI, 2, 2, 16, 20},
    {"unwinding-modules-3", ANY_STYLE, ANY_ABI, 3, 3, 16, 20},
    {"unwinding-modules-4", ANY_STYLE, ANY_ABI, 4, 4, 20, 20},
};

static void chains(struct emitter *emitter, uint32_t number)
{
    const struct kind_of_chain *kind = &kinds_of_chain[number];
    for (uint32_t k = 0; k < kind->count && is_in(kind->abis, emitter->abi) && !emitter->stopped; k++) {
        struct walk *walk = gen_start_walk(emitter, kind->shape, "", kind->modules);
        gen_add_routines(walk, kind->styles, 2 + (uint32_t)gen_draw(walk, 3 * kind->modules + 4));
        gen_add_callers(walk, kind->least + (uint32_t)gen_draw(walk, kind->most - kind->least + 1));
        if (gen_abi_facts[emitter->abi].signs_ra) /* though no row is mangled */
            gen_set_pac_mask(walk, k);
        FINISH(walk, "chain-%u", k);
    }
}

/* The topmost PC is at the first or the last instruction of a stage, or anywhere in it. */
static void stages(struct emitter *emitter, uint32_t number)
{
    static const char *const shapes[STYLES] = {"unwinding-leaf", "unwinding-prologue-sp",
                                               "unwinding-prologue-fp"};
    static const char *const places[] = {"-first", "-last", "-inside"};
    const enum style style = (enum style)number;
    uint32_t count = style == STYLE_LEAF ? 1 : style == STYLE_SP ? 3 : 4;
    for (uint32_t i = 0; i < 3 * count && !emitter->stopped; i++) {
        struct walk *walk = gen_start_walk(emitter, shapes[style], "", 1);
        if (style == STYLE_LEAF && gen_abi_facts[emitter->abi].tracks_ra &&
            gen_profile_facts[emitter->profile].describes_tracing)
            emitter->ledger = "trace-ra-register";
        uint32_t topmost = gen_add_routine(walk, 0, style), stage = i / 3;
        gen_add_routines(walk, SP_AND_FP, 3);
        struct frame *frame = &gen_add_call(walk, topmost, stage)->frame;
        if (i % 3 == 0)
            frame->pc = gen_stage_address(walk, topmost, stage);
        else if (i % 3 == 1)
            frame->pc = gen_last_instruction(walk, topmost, stage);
        gen_add_callers(walk, 3);
        FINISH(walk, "stage-%u%s", stage, places[i % 3]);
    }
}

static const uint32_t depths[] = {2, 7, 30, 126, 127, 128, 129};

/* One routine that calls itself: fewer frames than the default limit, as many, and more. */
static void recursion(struct emitter *emitter, uint32_t i)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-recursion", "", 1);
    gen_add_calls(walk, depths[i], gen_add_routine(walk, 0, STYLE_SP), 1);
    gen_lay_stack(walk);
    if (walk->trace.count > DEFAULT_LIMIT)
        gen_stop_after(walk, DEFAULT_LIMIT, true, STOP_LIMIT);
    FINISH(walk, "depth-%u", depths[i]);
}

/* A PLT: topmost, and on AMD64 also as a caller, as when an entry of it binds its symbol. */
static void linkage(struct emitter *emitter, uint32_t i)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-linkage", "", 1 + i % 2);
    uint32_t stub = gen_add_linkage(walk, 0);
    gen_add_routines(walk, SP_AND_FP, 4);
    bool below = gen_abi_facts[emitter->abi].call_pushes_ra && i % 4 >= 2;
    if (below)
        gen_add_call(walk, 1, 1);
    gen_add_call(walk, stub, (uint32_t)gen_draw(walk, walk->routines[stub].stage_count));
    gen_add_callers(walk, 3 + (uint32_t)gen_draw(walk, 3));
    FINISH(walk, "%s-%u", below ? "below" : "topmost", i);
}

/* A routine that leaves its caller's FP alone, and whose CFA counts from that. */
static void borrowed(struct emitter *emitter, uint32_t i)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-callers-fp", "", 1);
    int64_t size = cfa_at_entry(emitter->abi) + 16 * (int64_t)gen_draw(walk, 8);
    uint32_t routine = gen_add_framed(walk, 0, size, gen_rule_fp(0), gen_rule_unsaid(), gen_rule_unsaid());
    walk->routines[routine].stages[0].borrows = true;
    uint32_t caller = gen_add_routine(walk, 0, STYLE_FP);
    gen_add_routines(walk, SP_AND_FP, 2);
    gen_add_call(walk, routine, 0);
    gen_add_call(walk, caller, 2);
    gen_add_callers(walk, 4);
    FINISH(walk, "chain-%u", i);
}

/* Addresses of which a reader needs both halves: the lower ones are the same in both modules. */
static void wide(struct emitter *emitter, uint32_t number)
{
    (void)number;
    struct walk *walk = gen_start_walk(
        emitter, "unwinding-wide", "Upper halves of addresses matter: PC, SP and FP have eight bytes.", 0);
    emitter->ledger = "read-width";
    gen_add_module(walk, 0x7f1200400000, 0x7f1200401000);
    gen_add_module(walk, 0x400000, 0x401000); /* the same lower halves */
    uint32_t routine = gen_add_routine(walk, 0, STYLE_FP), other = gen_add_routine(walk, 1, STYLE_FP);
    gen_add_call(walk, other, 2);
    gen_add_call(walk, routine, 2);
    gen_add_call(walk, other, 2);
    gen_finish_walk(walk, "two-modules-alike");
}

/* --- Registers, topmost --------------------------------------------------------------------------------- */

/* Default rows on s390x: RA and FP may each be in its own register, in another, or on the stack. */
static const struct topmost_case {
    const char *name;
    unsigned profiles;
    struct rule ra, fp;
} s390x_cases[] = {
    {"ra-in-register", ERRATA, ANY(0), NONE},     {"both-in-registers", ERRATA, ANY(0), ANY(0)},
    {"fp-in-register", ERRATA, PAD, ANY(0)},      {"fp-saved-alone", E1ON, PAD, SLOT(-72)},
    {"ra-saved-alone", E1ON, SLOT(-48), NONE},    {"packed", E1ON, SLOT(-8), SLOT(-32)},
    {"ra-below-fp", E1ON, SLOT(-120), SLOT(-16)},
};

static void s390x_registers(struct emitter *emitter, uint32_t i)
{
    const struct topmost_case *it = &s390x_cases[i / 2];
    if (!is_in(it->profiles, emitter->profile))
        return;
    struct walk *walk = gen_start_walk(emitter, "unwinding-s390x-topmost", "", 1);
    if (it->fp.place == PLACE_REGISTER || it->ra.place == PLACE_REGISTER)
        gen_exercises(emitter, "s390x.register-topmost");
    bool by_fp = i % 2 != 0 && it->fp.place != PLACE_UNSAID;
    uint32_t routine =
        gen_add_framed(walk, 0, 320, by_fp ? gen_rule_fp(304) : gen_rule_sp(320), it->ra, it->fp);
    gen_add_routines(walk, SP_AND_FP, 2);
    gen_add_call(walk, routine, 0);
    gen_add_callers(walk, 3);
    const char *const from = by_fp ? "-from-fp" : i % 2 == 0 ? "-from-sp" : "-again";
    FINISH(walk, "%s%s", it->name, from);
}

/* Flexible routines: every base of the CFA with every place of RA and of FP. */
static const struct flexible_part {
    const char *name;
    unsigned abis;
    struct rule rule;
    bool by_fp; /* FP leads to the frame */
} flexible_cfas[] =
    {
        {"sp", UNSCALED, SP(FRAME), false},
        {"fp", UNSCALED, FP(16), true},
        {"reg", UNSCALED, ANY(0), false},
        {"reg-less", UNSCALED, ANY(-40), false},
        {"reg-more", UNSCALED, ANY(0x4000), false},
        {"at-sp", UNSCALED, AT_SP(64), false},
        {"at-fp", UNSCALED, AT_FP(-8), true},
        {"at-reg", UNSCALED, AT_ANY(0), false},
        {"at-reg-more", UNSCALED, AT_ANY(0x12340), false},
},
  flexible_ras[] =
      {
          {"ra-fixed", AMD, NONE, false},
          {"ra-slot", UNSCALED, SLOT(-8), false},
          {"ra-deep", UNSCALED, SLOT(-88), false},
          {"ra-reg", UNSCALED, ANY(0), false},
          {"ra-link", ARMS, REG(LINK_REGISTER, 0), false},
          {"ra-reg-less", UNSCALED, ANY(-4), false},
          {"ra-at-reg", UNSCALED, AT_ANY(-24), false},
          {"ra-at-sp", UNSCALED, AT_SP(72), false},
          {"ra-at-fp", UNSCALED, AT_FP(8), true},
},
  flexible_fps[] = {
      {"fp-kept", UNSCALED, NONE, false},       {"fp-slot", UNSCALED, SLOT(-16), false},
      {"fp-reg", UNSCALED, ANY(0), false},      {"fp-at-reg", UNSCALED, AT_ANY(16), false},
      {"fp-at-sp", UNSCALED, AT_SP(96), false}, {"fp-at-fp", UNSCALED, AT_FP(0), true},
};

static void flexible(struct emitter *emitter, uint32_t number)
{
    const struct flexible_part *const fp = &flexible_fps[number % COUNT(flexible_fps)];
    const struct flexible_part *const ra = &flexible_ras[number / COUNT(flexible_fps) % COUNT(flexible_ras)];
    const struct flexible_part *const cfa =
        &flexible_cfas[number / COUNT(flexible_fps) / COUNT(flexible_ras)];
    bool by_fp = cfa->by_fp && !cfa->rule.deref;
    if (((cfa->abis & ra->abis & fp->abis) >> emitter->abi & 1) == 0 ||
        (!by_fp && (ra->by_fp || fp->by_fp)) || (cfa->by_fp && fp->rule.place == PLACE_UNSAID))
        return;
    struct walk *walk = gen_start_walk(emitter, "unwinding-flexible", "", 1);
    gen_exercises(emitter, "trace.fde-type");
    gen_exercises(emitter, "trace.flex-words");
    gen_exercises(emitter, "trace.flex-apply");
    gen_exercises(emitter, "trace.flex-next");
    uint32_t routine = gen_add_flexible(walk, FRAME, cfa->rule, ra->rule, fp->rule);
    gen_add_routines(walk, SP_AND_FP, 2);
    gen_add_call(walk, routine, 0);
    gen_add_callers(walk, 3);
    FINISH(walk, "cfa-%s-%s-%s", cfa->name, ra->name, fp->name);
}

/* --- Signal frames -------------------------------------------------------------------------------------- */

/* The interrupted PC is not the first of its row.  The handler may run on a stack of its own, further in. */
static void signals(struct emitter *emitter, uint32_t i)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-signal", "", 1 + i % 2);
    gen_exercises(emitter, "trace.signal");
    bool other_stack = i % 3 == 2;
    uint32_t frame = gen_add_signal_routine(walk, 0);
    gen_add_routines(walk, SP_AND_FP, 4);
    gen_add_callers(walk, i % 4);
    struct call *signal = gen_add_call(walk, frame, other_stack ? 1 : 0);
    if (other_stack)
        signal->stack = 0x70000000 + 16 * gen_draw(walk, 0x1000);
    gen_add_callers(walk, walk->call_count + 1 + (uint32_t)gen_draw(walk, 3));
    FINISH(walk, "%s-stack-%u", other_stack ? "own" : "same", i);
}

void gen_family_unwinding(struct emitter *emitter)
{
    static const struct walks rows[] = {
        {chains, COUNT(kinds_of_chain), ALL, ANY_ABI},
        {stages, STYLES, ALL, ANY_ABI},
        {recursion, COUNT(depths), ALL, ANY_ABI},
        {linkage, 16, ALL, ANY_ABI},
        {wide, 1, ALL, ANY_ABI},
        {s390x_registers, 2 * COUNT(s390x_cases), ALL, S390},
        {flexible, COUNT(flexible_cfas) * COUNT(flexible_ras) * COUNT(flexible_fps), V3, UNSCALED},
        {signals, 30, V3, ANY_ABI},
    };
    static const struct walks last = {borrowed, 12, ALL, NOT_ARM};
    gen_make_walks(emitter, rows, COUNT(rows));
    gen_every_stop(emitter);
    gen_make_walks(emitter, &last, 1);
}
