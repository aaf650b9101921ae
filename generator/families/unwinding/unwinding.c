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
            emitter->vector.ledger = "trace-ra-register";
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
    emitter->vector.ledger = "read-width";
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

/* --- Reasons to stop before the outermost frame --------------------------------------------------------- */

enum { DEPTH = 4 };

static const uint32_t limits[] = {1, 2, DEPTH - 1, DEPTH, DEPTH + 1, DEPTH + 2, 4096};

static void by_limit(struct emitter *emitter, uint32_t i)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-limit", "", 1);
    gen_add_routines(walk, SP_AND_FP, 4);
    gen_add_callers(walk, DEPTH);
    gen_lay_stack(walk);
    walk->scenario.limit = limits[i];
    if (limits[i] <= DEPTH)
        gen_stop_after(walk, limits[i], true, STOP_LIMIT);
    FINISH(walk, "of-5-frames-%u", limits[i]);
}

/* Only some bytes can be read of the word that has RA, or of the one that has FP. */
static void unreadable(struct emitter *emitter, uint32_t i)
{
    static const uint32_t present[] = {0, 1, 4, 7};
    const uint32_t depth = i / 8, bytes = present[i % 4];
    const bool of_fp = i / 4 % 2 != 0;
    struct walk *walk = gen_start_walk(emitter, "unwinding-memory", "", 1);
    gen_add_calls(walk, 4, gen_add_routine(walk, 0, STYLE_FP), 2);
    gen_lay_stack(walk);
    gen_spoil_word(walk, of_fp ? walk->calls[depth].fp_word : walk->calls[depth].ra_word, bytes);
    gen_stop_after(walk, depth + 1, true, STOP_MEMORY);
    FINISH(walk, "%s-of-frame-%u-has-%u-bytes", of_fp ? "fp" : "ra", depth, bytes);
}

/* The word that holds the CFA cannot be read, or only `present` bytes of it. */
static void unreadable_cfa(struct emitter *emitter, uint32_t present)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-memory-cfa", "", 1);
    gen_add_call(walk, gen_add_flexible_cfa(walk, FRAME, gen_rule_register_slot(ANY_REGISTER, 0)), 0);
    gen_lay_stack(walk);
    gen_spoil_word(walk, walk->calls[0].cfa_word, present);
    gen_stop_after(walk, 1, false, STOP_MEMORY);
    FINISH(walk, "bytes-%u", present);
}

/* A chain drawn by chance that ends early: by its limit, or as some bytes of a word cannot be read. */
static void cut_chains(struct emitter *emitter, uint32_t i)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-cut", "", 1 + i % 3);
    gen_add_routines(walk, ANY_STYLE, 5);
    gen_add_callers(walk, 3 + (uint32_t)gen_draw(walk, 16));
    gen_lay_stack(walk);
    uint32_t at = 1 + (uint32_t)gen_draw(walk, walk->call_count - 1);
    const struct call *call = &walk->calls[at];
    uint64_t word = call->fp_word != 0 && gen_draw(walk, 2) != 0 ? call->fp_word : call->ra_word;
    if (i % 3 == 0)
        walk->scenario.limit = at + 1;
    else
        gen_spoil_word(walk, word, (uint32_t)gen_draw(walk, 8));
    gen_stop_after(walk, at + 1, true, i % 3 == 0 ? STOP_LIMIT : STOP_MEMORY);
    FINISH(walk, "%s-%u", i % 3 == 0 ? "limit" : "memory", i);
}

/* The outermost caller's PC is in no function, or (depth 0) the topmost PC is in none. */
static void nowhere(struct emitter *emitter, uint32_t number)
{
    static const char *const names[] = {"after-the-last", "in-the-section", "one", "last-address"};
    const uint32_t i = number / 3, depth = number % 3;
    struct walk *walk = gen_start_walk(emitter, "unwinding-nowhere", "", 1);
    gen_add_routines(walk, SP_AND_FP, 4);
    const uint64_t places[] = {walk->modules[0].text + 64, walk->modules[0].section + 8, 1, UINT64_MAX};
    walk->world.pc = places[i];
    gen_add_callers(walk, depth > 0 ? depth : 1);
    gen_lay_stack(walk);
    if (depth == 0) {
        walk->calls[0].frame.pc = walk->trace.frames[0].pc = places[i];
        gen_stop_after(walk, 1, false, STOP_NO_FUNCTION);
    }
    FINISH(walk, "%s-below-%u", names[i], depth);
}

static void outermost(struct emitter *emitter, uint32_t depth)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-outermost-no-rows", "", 1 + depth % 2);
    uint32_t last = gen_add_bare_routine(walk, 0);
    gen_end_routine(walk, last);
    if (depth > 0)
        gen_add_routine(walk, walk->module_count - 1, STYLE_FP);
    for (uint32_t i = 0; i < depth; i++)
        gen_add_call(walk, 1, 1 + (uint32_t)gen_draw(walk, 2));
    gen_add_call(walk, last, 0);
    gen_lay_stack(walk);
    gen_stop_after(walk, depth + 1, false, STOP_OUTERMOST);
    FINISH(walk, "below-%u", depth);
}

/* A caller's flexible row counts the CFA from a register whose value is known for the topmost frame only. */
static void unsafe(struct emitter *emitter, uint32_t i)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-unsafe", "", 1);
    gen_exercises(emitter, "trace.flex-unsafe");
    uint32_t routine = gen_add_flexible_cfa(walk, FRAME,
                                            i % 2 == 0 ? gen_rule_register(ANY_REGISTER, 16)
                                                       : gen_rule_register_slot(ANY_REGISTER, -8));
    uint32_t first = gen_add_routine(walk, 0, STYLE_SP);
    gen_add_calls(walk, 1 + i / 4, first, 1);
    gen_add_call(walk, routine, 0);
    gen_add_call(walk, first, 1);
    gen_lay_stack(walk);
    if (i / 2 % 2 == 1)
        gen_forget_register(walk, gen_first_row(walk, routine)->cfa.reg);
    gen_stop_after(walk, 2 + i / 4, false, STOP_UNSAFE);
    FINISH(walk, "%s-%u", i / 2 % 2 == 1 ? "not-listed" : "listed", i);
}

/* RA of the topmost frame is in a register, which the scenario does not list. */
static void unlisted(struct emitter *emitter, uint32_t number)
{
    (void)number;
    struct walk *walk = gen_start_walk(emitter, "unwinding-unlisted", "", 0);
    if (gen_abi_facts[emitter->abi].call_pushes_ra)
        return;
    gen_add_usual_modules(walk, 1);
    gen_add_routine(walk, 0, STYLE_SP);
    gen_add_call(walk, 0, 0);
    gen_add_call(walk, 0, 1);
    gen_lay_stack(walk);
    gen_forget_register(walk, gen_abi_facts[emitter->abi].ra);
    gen_stop_after(walk, 1, true, STOP_ERROR);
    gen_finish_walk(walk, "link-register");
}

static void unlisted_rule(struct emitter *emitter, uint32_t i)
{
    static const char *const names[] = {"cfa", "ra", "fp"};
    bool flexible_row = has_clear_flexible(emitter->profile, emitter->abi);
    bool default_row = default_names_registers(emitter->profile, emitter->abi);
    const struct rule any = gen_rule_register(ANY_REGISTER, 0);
    if (!flexible_row && (!default_row || i == 0))
        return;
    struct walk *walk = gen_start_walk(emitter, "unwinding-unlisted", "", 1);
    uint32_t routine = flexible_row ? gen_add_flexible(walk, 320, any, any, any)
                                    : gen_add_framed(walk, 0, 320, gen_rule_sp(320), any, any);
    const struct row *row = gen_first_row(walk, routine);
    const uint32_t regs[] = {row->cfa.reg, row->ra.reg, row->fp.reg};
    gen_add_call(walk, routine, 0);
    gen_lay_stack(walk);
    gen_forget_register(walk, regs[i]);
    gen_stop_after(walk, 1, i > 0, STOP_ERROR);
    gen_finish_walk(walk, names[i]);
}

/* A PC before the first row of its function.  That the first row starts late breaks a statement, so a reader
 * may refuse the section. */
static void no_row(struct emitter *emitter, uint32_t depth)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-no-row", "", 1);
    uint32_t late = gen_add_routine(walk, 0, STYLE_LEAF);
    walk->routines[late].stages[0].row.start = 8;
    walk->routines[late].size += 8;
    walk->modules[0].text += 16;
    uint32_t caller = gen_add_routine(walk, 0, STYLE_SP);
    walk->world.pc = walk->routines[late].address + 4;
    gen_add_calls(walk, depth > 0 ? depth : 1, caller, 1);
    gen_lay_stack(walk);
    walk->trace.stop = STOP_NO_ROW;
    if (depth == 0) {
        walk->calls[0].frame.pc = walk->trace.frames[0].pc = walk->world.pc;
        gen_stop_after(walk, 1, false, STOP_NO_ROW);
    }
    gen_demand_class(emitter, CLASS_IRREGULAR);
    FINISH(walk, "below-%u", depth);
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
        {by_limit, COUNT(limits), ALL, ANY_ABI},
        {cut_chains, 60, ALL, ANY_ABI},
        {unreadable, 32, ALL, ANY_ABI},
        {unreadable_cfa, 8, V3, UNSCALED},
        {nowhere, 12, ALL, ANY_ABI},
        {outermost, 8, V3, ANY_ABI},
        {unsafe, 8, V3, UNSCALED},
        {unlisted, 1, ALL, ANY_ABI},
        {unlisted_rule, 3, ALL, ANY_ABI},
        {no_row, 3, ALL, ANY_ABI},
        {borrowed, 12, ALL, NOT_ARM},
    };
    gen_make_walks(emitter, rows, COUNT(rows));
}
