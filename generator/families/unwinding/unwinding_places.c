/* Unwindings at odd places: words that lie across pieces of memory, stacks across the middle of all
 * addresses, registers that the scenario does not list, and what a signal frame restores.  Then those that rest
 * on an open point of the ledger. */
#include "unwinding.h"

#include "../families.h"

/* --- Words across pieces of memory ---------------------------------------------------------------------- */

static const struct cut {
    const char *name;
    unsigned cuts;
} cuts[] = {
    {"-after-1", 1 << 1},       {"-after-4", 1 << 4},
    {"-after-7", 1 << 7},       {"-after-2-and-6", 1 << 2 | 1 << 6},
    {"-after-each-byte", 0xfe},
};

static struct walk *start_cut(struct emitter *emitter)
{
    return gen_start_walk(emitter, "unwinding-cut-word",
                          "All bytes of the word can be read, though not in one piece of memory.", 1);
}

static void cut_saved_word(struct emitter *emitter, uint32_t depth, bool of_fp, const struct cut *cut)
{
    struct walk *walk = start_cut(emitter);
    gen_add_calls(walk, 4, gen_add_routine(walk, 0, STYLE_FP), 2);
    gen_lay_stack(walk);
    gen_cut_word(walk, of_fp ? walk->calls[depth].fp_word : walk->calls[depth].ra_word, cut->cuts);
    FINISH(walk, "%s-of-frame-%u%s", of_fp ? "fp" : "ra", depth, cut->name);
}

/* The word that is cut holds the CFA. */
static void cut_cfa_word(struct emitter *emitter, const struct cut *cut)
{
    struct walk *walk = start_cut(emitter);
    uint32_t routine = gen_add_flexible_cfa(walk, FRAME, gen_rule_register_slot(ANY_REGISTER, 0));
    gen_add_routine(walk, 0, STYLE_FP);
    gen_add_call(walk, routine, 0);
    gen_add_callers(walk, 3);
    gen_lay_stack(walk);
    gen_cut_word(walk, walk->calls[0].cfa_word, cut->cuts);
    FINISH(walk, "cfa%s", cut->name);
}

/* The word that is cut holds RA or FP, of frame 0 or 2; the last of the five words holds a CFA. */
static void cut_words(struct emitter *emitter, uint32_t number)
{
    const struct cut *const cut = &cuts[number / 5];
    const uint32_t word = number % 5;
    if (word < 4)
        cut_saved_word(emitter, word / 2 * 2, word % 2 != 0, cut);
    else if (has_clear_flexible(emitter->profile, emitter->abi))
        cut_cfa_word(emitter, cut);
}

/* --- Stacks across the middle of all addresses ---------------------------------------------------------- */

/* How far beyond 2^63 a caller's SP lies, or its callee's CFA: addresses have no sign. */
static const struct middle {
    const char *name;
    bool of_cfa;
    uint64_t beyond;
} middles[] = {
    {"sp-at-", false, 0}, {"sp-8-beyond-", false, 8},   {"sp-264-beyond-", false, 264},
    {"cfa-at-", true, 0}, {"cfa-16-beyond-", true, 16},
};

enum { DEEP = 4 };

/* In frame `depth` the caller's SP, or the CFA, is the first that lies beyond 2^63.  Where the CFA is the
 * caller's SP, both are the same vector, which is made once. */
static void across_the_middle(struct emitter *emitter, uint32_t number)
{
    const struct middle *const middle = &middles[number / (2 * DEEP)];
    const uint32_t depth = number / 2 % DEEP;
    const bool by_fp = number % 2 != 0;
    if (middle->of_cfa && gen_abi_facts[emitter->abi].cfa_above_sp == 0)
        return;
    struct walk *walk =
        gen_start_walk(emitter, "unwinding-across-2-63",
                       "The stack lies around 2^63: SP rises, whether or not its highest bit is set.", 1);
    const uint64_t above_sp = (uint64_t)gen_abi_facts[emitter->abi].cfa_above_sp;
    uint32_t routine = gen_add_plain(walk, 0, WIDE);
    if (by_fp)
        gen_first_row(walk, routine)->cfa = gen_rule_fp(16);
    gen_add_calls(walk, DEEP, routine, 0);
    walk->world.sp = (UINT64_C(1) << 63) + middle->beyond - (middle->of_cfa ? above_sp : 0) +
                     (DEEP - 1 - depth) * (WIDE - above_sp);
    walk->world.fp = walk->world.sp + 64;
    FINISH(walk, "%sby-%s-in-frame-%u", middle->name, by_fp ? "fp" : "sp", depth);
}

/* --- Registers that the scenario does not list ---------------------------------------------------------- */

enum { CFA_RULE = 1, RA_RULE = 2, FP_RULE = 4 };

/* In the topmost frame.  Rules apply in the order CFA, RA, FP, and the first that fails gives the reason. */
static const struct unlisted {
    const char *name;
    struct rule cfa, ra, fp;
    unsigned unlisted, unreadable; /* rules whose register is not listed, whose word cannot be read */
    bool may_be_default;           /* default rows will do, where they name registers */
    uint32_t limit;
    enum stop stop;
} unlisted_cases[] = {
    {"cfa-at", AT_ANY(16), SLOT(-8), SLOT(-16), CFA_RULE, 0, false, 0, STOP_ERROR},
    {"ra-at", SP(FRAME), AT_ANY(-24), SLOT(-16), RA_RULE, 0, false, 0, STOP_ERROR},
    {"fp-at", SP(FRAME), SLOT(-8), AT_ANY(16), FP_RULE, 0, false, 0, STOP_ERROR},
    {"cfa-more", ANY(64), SLOT(-8), SLOT(-16), CFA_RULE, 0, false, 0, STOP_ERROR},
    {"ra-more", SP(FRAME), ANY(4), SLOT(-16), RA_RULE, 0, false, 0, STOP_ERROR},
    {"fp-more", SP(FRAME), SLOT(-8), ANY(8), FP_RULE, 0, false, 0, STOP_ERROR},
    {"all", ANY(0), ANY(0), ANY(0), CFA_RULE | RA_RULE | FP_RULE, 0, false, 0, STOP_ERROR},
    {"cfa-before-ra", ANY(0), SLOT(-8), SLOT(-16), CFA_RULE, RA_RULE, false, 0, STOP_ERROR},
    {"ra-before-fp", SP(FRAME), ANY(0), SLOT(-16), RA_RULE, FP_RULE, false, 0, STOP_ERROR},
    {"fp-behind-ra", SP(FRAME), SLOT(-8), ANY(0), FP_RULE, RA_RULE, false, 0, STOP_MEMORY},
    {"fp-by-limit", SP(FRAME), ANY(0), ANY(0), FP_RULE, 0, true, 1, STOP_ERROR},
    {"ra-and-fp", SP(FRAME), ANY(0), ANY(0), RA_RULE | FP_RULE, 0, true, 0, STOP_ERROR},
};

static void unlisted(struct emitter *emitter, uint32_t number)
{
    const struct unlisted *const it = &unlisted_cases[number];
    const bool flexible = has_clear_flexible(emitter->profile, emitter->abi);
    if (!flexible && !(it->may_be_default && default_names_registers(emitter->profile, emitter->abi)))
        return;
    struct walk *walk = gen_start_walk(emitter, "unwinding-unlisted-rule", "", 1);
    uint32_t routine = gen_add_framed(walk, 0, FRAME, it->cfa, it->ra, it->fp);
    walk->routines[routine].fde_type = flexible ? FDE_FLEX : FDE_DEFAULT;
    gen_add_call(walk, routine, 0);
    gen_add_call(walk, gen_add_routine(walk, 0, STYLE_SP), 1);
    gen_lay_stack(walk);
    const struct row *row = gen_first_row(walk, routine);
    const uint32_t registers[] = {row->cfa.reg, row->ra.reg, row->fp.reg};
    for (unsigned i = 0; i < COUNT(registers); i++)
        if ((it->unlisted >> i & 1) != 0)
            gen_forget_register(walk, registers[i]);
    if (it->unreadable != 0)
        gen_spoil_word(walk, it->unreadable == RA_RULE ? walk->calls[0].ra_word : walk->calls[0].fp_word, 0);
    walk->scenario.limit = it->limit;
    gen_stop_after(walk, 1, (it->unlisted & CFA_RULE) == 0, it->stop);
    gen_finish_walk(walk, it->name);
}

/* --- What a signal frame restores ----------------------------------------------------------------------- */

/* The PC and FP of the interrupted routine come from memory, wherever the signal frame has saved them, and
 * its CFA counts from that FP.  The link register holds the PC of another caller, which no rule uses. */
static void signal_restores(struct emitter *emitter, uint32_t i)
{
    static const struct {
        int64_t ra, fp;
    } places[] = {{-8, -16}, {-16, -8}, {-0x108, -0x60}, {-0x40, -0x1f0}};
    struct walk *walk =
        gen_start_walk(emitter, "unwinding-signal-restores",
                       "Who was interrupted finds its CFA by the FP that the signal frame has kept.", 1);
    gen_exercises(emitter, "trace.signal");
    uint32_t place = i % COUNT(places), above = i / 4 % 3;
    int64_t size = cfa_at_entry(emitter->abi) + 0x200;
    bool tracks = gen_abi_facts[emitter->abi].tracks_ra;
    uint32_t signal = gen_add_framed(walk, 0, size, i < 12 ? gen_rule_sp(size) : gen_rule_fp(48),
                                     tracks ? gen_rule_slot(places[place].ra) : gen_rule_unsaid(),
                                     gen_rule_slot(tracks ? places[place].fp : -8 * (2 + (int64_t)place)));
    walk->routines[signal].signal = true;
    walk->routines[signal].stages[0].loses_fp = true;
    uint32_t handler = gen_add_routine(walk, 0, STYLE_SP);
    uint32_t interrupted = gen_add_routine(walk, 0, STYLE_FP);
    gen_add_calls(walk, above, handler, 1);
    gen_add_call(walk, signal, 0);
    gen_add_call(walk, interrupted, 2);
    gen_add_callers(walk, above + 3 + i % 2);
    gen_lay_stack(walk);
    if (tracks) /* a wrong PC */
        gen_set_register(walk, gen_abi_facts[emitter->abi].ra, walk->calls[walk->call_count - 1].frame.pc);
    FINISH(walk, "by-%s-%u", i < 12 ? "sp" : "fp", i);
}

/* A signal frame with flexible rules: CFA, RA and FP lie at fixed offsets from SP, as a kernel saves them. */
static uint32_t add_context(struct walk *walk)
{
    enum { SAVED_SP = 0x100, SAVED_PC = 0x108, SAVED_FP = 0xe8, SIZE = 0x300 };
    static const struct rule cfa = AT_SP(SAVED_SP), ra = AT_SP(SAVED_PC), fp = AT_SP(SAVED_FP);
    const uint32_t signal = gen_add_flexible(walk, SIZE, cfa, ra, fp);
    gen_exercises(walk->emitter, "trace.signal");
    walk->routines[signal].signal = true;
    return signal;
}

/* The signal frame is topmost, where a flexible row may undisputedly name SP by its number. */
static void context_restores(struct emitter *emitter, uint32_t i)
{
    struct walk *walk =
        gen_start_walk(emitter, "unwinding-signal-context",
                       "The signal frame keeps SP, PC and FP side by side, counted from SP.", 1);
    uint32_t signal = add_context(walk), interrupted = gen_add_routine(walk, 0, STYLE_FP);
    struct call *call = gen_add_call(walk, signal, 0);
    call->stack = i % 2 != 0 ? 0x70000000 + 16 * gen_draw(walk, 0x1000) : 0;
    gen_add_call(walk, interrupted, i < 2 ? 2 : 1);
    gen_add_callers(walk, 4);
    FINISH(walk, "%s-stack-%u", i % 2 != 0 ? "own" : "same", i);
}

/* --- unmangled-ra --------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    uint64_t base, mask;
} address_spaces[] = {
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
    gen_add_module(walk, address_spaces[place].base + 0x400000, address_spaces[place].base + 0x1000);
    uint32_t routine = gen_add_routine(walk, walk->module_count - 1, STYLE_SP);
    uint32_t near = above > 0 ? gen_add_routine(walk, 0, STYLE_FP) : routine;
    gen_add_calls(walk, above, near, 1);
    gen_add_calls(walk, 4, routine, 1);
    walk->scenario.pac_mask = address_spaces[place].mask;
    CONTEST(dispute, "%s-%u", address_spaces[place].name, above);
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
    uint32_t signal = add_context(walk), handler = gen_add_routine(walk, 0, STYLE_SP);
    uint32_t interrupted = gen_add_routine(walk, 0, STYLE_FP);
    gen_add_calls(walk, above, handler, 1);
    gen_add_call(walk, signal, 0);
    gen_add_call(walk, interrupted, 2);
    gen_add_callers(walk, above + 4);
    CONTEST(dispute, "signal-context-%u", above);
    gen_gives(dispute, "register", &walk->trace);
    gen_gives(dispute, "topmost-only", gen_ended(walk, above + 1, false, STOP_UNSAFE));
}

static void contested(struct emitter *emitter)
{
    static const struct contested_point points[] = {
        {"unmangled-ra", ALL, ARMS, 2 * COUNT(address_spaces), unmangled_ra},
        {"abi-byte-order", ALL, ANY_ABI, 6, abi_byte_order},
        {"flex-topmost-scope", V3, UNSCALED, 8, unlisted_below},
        {"flex-sp-fp-numbers", V3, UNSCALED, 3, context_below},
    };
    gen_make_contested_points(emitter, points, COUNT(points));
}

void gen_family_unwinding_places(struct emitter *emitter)
{
    static const struct walks rows[] = {
        {cut_words, 5 * COUNT(cuts), ALL, ANY_ABI},
        {across_the_middle, COUNT(middles) * 2 * DEEP, ALL, ANY_ABI},
        {unlisted, COUNT(unlisted_cases), ALL, ANY_ABI},
        {signal_restores, 24, V3, ANY_ABI},
        {context_restores, 4, V3, UNSCALED},
    };
    gen_make_walks(emitter, rows, COUNT(rows));
    gen_for_wanted(emitter, contested);
}
