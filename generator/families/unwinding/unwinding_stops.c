/* Unwindings that stop before the outermost frame, one function for each reason; a part of unwinding.c. */
#include "unwinding.h"

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
    gen_forget_register(walk, register_ra(emitter->abi));
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

void gen_every_stop(struct emitter *emitter)
{
    static const struct walks rows[] = {
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
    };
    gen_make_walks(emitter, rows, COUNT(rows));
}
