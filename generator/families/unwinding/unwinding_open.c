/* Unwindings that rest on an open point of the ledger, with the frames of each reading.
 *
 * Each rests on one point if that is possible.  If it rests on another one too (flexible rows below the
 * topmost frame name SP by its number), that one is read as the oracle reads it. */
#include "unwinding.h"

#include "../families.h"

/* --- caller-pc ------------------------------------------------------------------------------------------ */

/* A call that does not return is its routine's last instruction, or the last before another row. */
static void caller_pc(struct dispute *dispute, uint32_t i)
{
    enum { GAP, NEXT_ROUTINE, NEXT_ROW, WAYS };
    static const char *const names[WAYS] = {"gap", "next-routine", "next-row"};
    const uint32_t way = i / 3, above = 1 + i % 3;
    struct walk *walk =
        gen_open_walk(dispute, "A call that does not return lies before the end of its row.", 1);
    uint32_t routine = gen_add_bare_routine(walk, 0);
    gen_add_entry(walk, routine)->length = 16;
    gen_add_saving(walk, routine, WIDE)->length = 16;
    if (way == NEXT_ROW)
        gen_add_entry(walk, routine);
    gen_end_routine(walk, routine);
    if (way == GAP)
        walk->modules[0].text += 16;
    if (way == NEXT_ROUTINE)
        walk->modules[0].text = gen_end_of(walk, routine);
    gen_add_routine(walk, 0, STYLE_LEAF);
    gen_add_chain(walk, above, routine, 1)->frame.pc = walk->routines[routine].address + 32;
    CONTEST(dispute, "%s-%u", names[way], above);
    gen_gives(dispute, "less-one", &walk->trace);
    gen_gives(dispute, "as-is",
              way == GAP ? gen_ended(walk, above + 1, false, STOP_NO_FUNCTION) : gen_misled(walk, above));
}

/* --- signal-caller-pc ----------------------------------------------------------------------------------- */

/* A signal at the first byte of a routine, or of a row. */
static void signal_first_byte(struct dispute *dispute, uint32_t i)
{
    const bool row = i % 2 != 0;
    const uint32_t above = 1 + i / 2;
    struct walk *walk = gen_open_walk(
        dispute, "A signal interrupts before an instruction: the byte before it may belong to another.", 1);
    uint32_t signal = gen_add_signal_routine(walk, 0);
    walk->modules[0].text += 16;
    uint32_t routine = gen_add_bare_routine(walk, 0);
    if (row)
        gen_add_entry(walk, routine);
    gen_add_saving(walk, routine, WIDE);
    gen_end_routine(walk, routine);
    gen_add_routines(walk, SP_AND_FP, 3);
    gen_add_callers(walk, above - 1);
    gen_add_call(walk, signal, 0);
    gen_add_call(walk, routine, row)->frame.pc = gen_stage_address(walk, routine, row);
    gen_add_callers(walk, above + 2);
    CONTEST(dispute, "first-of-%s-%u", row ? "row" : "routine", i);
    gen_gives(dispute, "no-less-one", &walk->trace);
    gen_gives(dispute, "topmost-again", &walk->trace);
    gen_gives(dispute, "nothing",
              row ? gen_misled(walk, above) : gen_ended(walk, above + 1, false, STOP_NO_FUNCTION));
}

/* The interrupted routine needs a register: for its RA, or on AMD64 for its CFA. */
static void signal_registers(struct dispute *dispute, uint32_t number)
{
    const uint32_t above = 1 + number;
    struct walk *walk = gen_open_walk(dispute, "Who was interrupted needs a register besides SP and FP.", 1);
    const bool flexible = gen_abi_facts[dispute->abi].call_pushes_ra;
    uint32_t signal = gen_add_signal_routine(walk, 0);
    uint32_t routine =
        flexible ? gen_add_flexible_cfa(walk, WIDE, gen_rule_register(ANY_REGISTER, 16))
                 : gen_add_framed(walk, 0, WIDE, gen_rule_sp(WIDE), gen_rule_unsaid(), gen_rule_unsaid());
    uint32_t handler = gen_add_plain(walk, 0, WIDE);
    gen_add_routines(walk, SP_AND_FP, 3);
    gen_add_calls(walk, above - 1, handler, 0);
    gen_add_call(walk, signal, 0);
    gen_add_call(walk, routine, 0);
    gen_add_callers(walk, above + 2);
    CONTEST(dispute, "register-%u", above);
    gen_gives(dispute, "no-less-one", gen_ended(walk, above + 1, !flexible, STOP_UNSAFE));
    gen_gives(dispute, "topmost-again", &walk->trace);
    gen_gives(dispute, "nothing", gen_ended(walk, above + 1, !flexible, STOP_UNSAFE));
}

/* A signal stack that lies further out than the stack of the interrupted routine. */
static void signal_stack(struct dispute *dispute, uint32_t number)
{
    const uint32_t above = 1 + number;
    struct walk *walk = gen_open_walk(
        dispute, "The signal's stack lies above that of whom it interrupts, so that SP falls.", 1);
    uint32_t signal = gen_add_signal_routine(walk, 0);
    gen_add_routines(walk, SP_AND_FP, 3);
    gen_add_callers(walk, above - 1);
    gen_add_call(walk, signal, 1)->stack = walk->world.sp + 0x1000;
    gen_add_callers(walk, above + 2);
    CONTEST(dispute, "stack-further-out-%u", above);
    gen_gives(dispute, "no-less-one", &walk->trace);
    gen_gives(dispute, "topmost-again", &walk->trace);
    gen_gives(dispute, "nothing", gen_ended(walk, above, true, STOP_LOOP));
}

/* --- mangled-ra ----------------------------------------------------------------------------------------- */

static const struct row *row_of(const struct walk *walk, uint32_t call)
{
    return &walk->routines[walk->calls[call].routine].stages[walk->calls[call].stage].row;
}

/* The first call whose mangled return address is wrong if it is not stripped (a signature may by chance be
 * the same bits that it replaces); the number of calls if there is none. */
static uint32_t first_misled(const struct walk *walk)
{
    uint32_t call = 0;
    while (call < walk->call_count &&
           (!row_of(walk, call)->mangled || walk->calls[call].saved_pc == walk->trace.frames[call + 1].pc))
        call++;
    return call;
}

static const struct trace *without_stripping(const struct walk *walk)
{
    const uint32_t call = first_misled(walk);
    if (call == walk->call_count)
        return &walk->trace;
    struct frame raw = walk->trace.frames[call + 1];
    raw.pc = walk->calls[call].saved_pc;
    return gen_astray(walk, call + 1, raw);
}

static void mangled_ra(struct dispute *dispute, uint32_t i)
{
    struct walk *walk =
        gen_open_walk(dispute, "A signature is made up, so whoever can check it finds it wrong.", 0);
    gen_exercises(dispute->emitter, "trace.mangled");
    gen_add_usual_modules(walk, 1 + (uint32_t)gen_draw(walk, 2));
    gen_add_routines(walk, ANY_STYLE, 5);
    gen_add_callers(walk, 1 + (uint32_t)gen_draw(walk, 6));
    for (uint32_t count = 1 + (uint32_t)gen_draw(walk, 3); count > 0; count--) {
        const struct call *call = &walk->calls[gen_draw(walk, walk->call_count)];
        walk->routines[call->routine].stages[call->stage].row.mangled = true;
        walk->routines[call->routine].key_b = gen_draw(walk, 2) != 0;
    }
    gen_set_pac_mask(walk, i);
    uint32_t first = 0;
    while (!row_of(walk, first)->mangled)
        first++;
    CONTEST(dispute, "chain-%u", i);
    gen_gives(dispute, "strip", &walk->trace);
    gen_gives(dispute, "reported", without_stripping(walk));
    gen_gives(dispute, "authenticate", gen_ended(walk, first + 1, true, STOP_ERROR));
}

/* --- outermost-stop, trace-end -------------------------------------------------------------------------- */

static void outermost_stop(struct dispute *dispute, uint32_t number)
{
    const uint32_t depth = 1 + number;
    struct walk *walk = gen_open_walk(dispute, "A row without words: RA is undefined.", 1);
    gen_exercises(dispute->emitter, "fre.count-zero-stop");
    uint32_t routine = gen_add_plain(walk, 0, WIDE);
    *gen_first_row(walk, routine) = (struct row){.empty = true};
    gen_add_routines(walk, SP_AND_FP, 4);
    gen_add_callers(walk, depth - 1);
    gen_add_call(walk, routine, 0);
    CONTEST(dispute, "frames-%u", depth);
    gen_gives(dispute, "stop", gen_ended(walk, depth, false, STOP_OUTERMOST));
    gen_gives(dispute, "may-go-on", gen_ended(walk, depth, false, STOP_NO_ROW));
}

/* The trace of a reader that stops at the first frame whose FP is 0. */
static const struct trace *until_fp_is_0(const struct walk *walk)
{
    for (uint32_t i = 0; i < walk->trace.count; i++)
        if (walk->trace.frames[i].fp == 0)
            return gen_ended(walk, i + 1, false, STOP_OUTERMOST);
    return &walk->trace;
}

static const struct {
    const char *name, *note;
    bool no_pc, no_fp;
} ends[] = {
    {"pc", "The outermost caller's PC is 0.", true, false},
    {"fp", "The outermost caller's FP is 0.", false, true},
    {"both", "The outermost caller's PC and FP are 0.", true, true},
};

static void trace_end(struct dispute *dispute, uint32_t i)
{
    const uint32_t end = i % COUNT(ends), depth = 1 + i / COUNT(ends);
    struct walk *walk = gen_open_walk(dispute, ends[end].note, 1);
    walk->world.pc = ends[end].no_pc ? 0 : walk->world.pc;
    walk->world.fp = ends[end].no_fp ? 0 : walk->world.fp;
    gen_add_routines(walk, SP_AND_FP, 4);
    gen_add_callers(walk, depth);
    CONTEST(dispute, "%s-%u", ends[end].name, i);
    gen_gives(dispute, "no-row", &walk->trace);
    gen_gives(dispute, "null-ra",
              ends[end].no_pc ? gen_ended(walk, depth, true, STOP_OUTERMOST) : &walk->trace);
    gen_gives(dispute, "fp-null", until_fp_is_0(walk));
}

/* --- trace-progress ------------------------------------------------------------------------------------- */

/* A routine whose caller has the same SP.  RA lies further out, except on AMD64. */
static uint32_t add_standing(struct walk *walk)
{
    const struct abi_facts *const abi = &gen_abi_facts[walk->abi];
    const uint32_t routine = gen_add_framed(walk, 0, abi->cfa_above_sp, gen_rule_sp(abi->cfa_above_sp),
                                            abi->tracks_ra ? gen_rule_slot(64) : gen_rule_unsaid(),
                                            abi->frame_record ? gen_rule_slot(72) : gen_rule_unsaid());
    walk->routines[routine].stages[0].keeps_fp = true;
    return routine;
}

/* A frame whose caller is the same frame again.  By `strict` only the topmost one may do so, once. */
static void same_frame(struct dispute *dispute, uint32_t above)
{
    struct walk *walk = gen_open_walk(dispute, "A frame comes again as it is.", 1);
    uint32_t routine = add_standing(walk), other = gen_add_routine(walk, 0, STYLE_SP);
    for (uint32_t i = 0; i < above; i++)
        gen_add_call(walk, other, i == 0 ? 0 : 1);
    struct call *call = gen_add_call(walk, routine, 0);
    call->frame.pc = walk->world.pc = gen_last_instruction(walk, routine, 0);
    CONTEST(dispute, "again-%u", above);
    walk->trace.frames[above + 1] = walk->trace.frames[above];
    gen_gives(dispute, "strict", gen_ended(walk, above == 0 ? 2 : above + 1, true, STOP_LOOP));
    gen_gives(dispute, "stop", gen_ended(walk, above + 1, true, STOP_LOOP));
    gen_gives(dispute, "follow", gen_repeated(walk, above + 1, 0));
}

/* The caller is another frame with the same SP (from number 4 on), or one with a lower SP. */
static void other_frame(struct dispute *dispute, uint32_t i)
{
    const bool stays = i >= 4;
    const uint32_t above = stays ? i - 3 : i;
    if (stays && gen_abi_facts[dispute->abi].call_pushes_ra) /* RA would be that of the frame before */
        return;
    struct walk *walk =
        gen_open_walk(dispute, stays ? "SP stays where it was, and the frame is another." : "SP falls.", 1);
    uint32_t routine =
        stays ? add_standing(walk)
              : gen_add_framed(walk, 0, WIDE, gen_rule_fp(48), gen_saved_ra(walk), gen_rule_slot(-16));
    gen_add_routines(walk, SP_AND_FP, 3);
    for (uint32_t k = 0; k < above; k++)
        gen_add_call(walk, 1, k == 0 ? 0 : 1);
    gen_add_call(walk, routine, 0)->stack = stays ? 0 : walk->world.sp + 0x1000;
    gen_add_call(walk, gen_add_plain(walk, 0, WIDE), 0);
    gen_add_callers(walk, above + 3);
    CONTEST(dispute, "%s-%u", stays ? "stays" : "falls", above);
    gen_gives(dispute, "strict", gen_ended(walk, above + 1, true, STOP_LOOP));
    gen_gives(dispute, "stop", &walk->trace);
    gen_gives(dispute, "follow", &walk->trace);
}

/* --- trace-unaligned ------------------------------------------------------------------------------------ */

/* The whole stack is unaligned, or the place where one frame has saved FP. */
static void trace_unaligned(struct dispute *dispute, uint32_t i)
{
    const bool stack = i % 2 == 0;
    const uint32_t above = stack ? 0 : i / 2;
    struct walk *walk =
        gen_open_walk(dispute, stack ? "SP is no multiple of 8." : "A word is kept at no multiple of 8.", 1);
    uint32_t routine = gen_add_plain(walk, 0, WIDE);
    gen_first_row(walk, routine)->fp.offset -= stack ? 0 : 4;
    walk->world.sp += stack ? 1 + i / 2 : 0;
    gen_add_chain(walk, above, routine, 0);
    CONTEST(dispute, "%s-%u", stack ? "stack" : "word", i);
    gen_gives(dispute, "stop", gen_ended(walk, above + 1, true, STOP_MEMORY));
    gen_gives(dispute, "follow", &walk->trace);
}

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
    gen_set_register(walk, gen_abi_facts[dispute->abi].ra, walk->calls[above].frame.pc);
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

void gen_family_unwinding_open(struct emitter *emitter)
{
    static const struct contested_point points[] = {
        {"caller-pc", ALL, ANY_ABI, 9, caller_pc},
        {"signal-caller-pc", V3, ANY_ABI, 6, signal_first_byte},
        {"signal-caller-pc", V3, ANY_ABI, 2, signal_registers},
        {"signal-caller-pc", V3, ANY_ABI, 3, signal_stack},
        {"mangled-ra", ALL, ARMS, 40, mangled_ra},
        {"outermost-stop", E2ON, ANY_ABI, 11, outermost_stop},
        {"trace-end", BEFORE_E2, ANY_ABI, 8 * COUNT(ends), trace_end},
        {"trace-progress", ALL, ANY_ABI, 3, same_frame},
        {"trace-progress", ALL, ANY_ABI, 6, other_frame},
        {"trace-unaligned", ALL, ANY_ABI, 8, trace_unaligned},
        {"trace-ra-register-deeper", E1ON, TRACKED, 3, trace_ra_register_deeper},
        {"s390x-register-deeper", ERRATA, S390, 6, s390x_register_deeper},
        {"flex-topmost-scope", V3, UNSCALED, 12, flex_topmost_scope},
        {"flex-topmost-unread-regnum", V3, UNSCALED, 6, flex_unread_regnum},
        {"flex-sp-fp-numbers", V3, UNSCALED, 40, flex_sp_fp_numbers},
        {"flex-sp-s390x", V3, S390, 8, flex_sp_s390x},
    };
    gen_make_contested_points(emitter, points, COUNT(points));
}
