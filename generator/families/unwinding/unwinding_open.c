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

void gen_family_unwinding_open(struct emitter *emitter)
{
    static const struct contested_point points[] = {
        {"caller-pc", ALL, ANY_ABI, 9, caller_pc, {"less-one", "as-is"}},
        {"signal-caller-pc", V3, ANY_ABI, 6, signal_first_byte, {"no-less-one", "topmost-again", "nothing"}},
        {"signal-caller-pc", V3, ANY_ABI, 2, signal_registers, {"no-less-one", "topmost-again", "nothing"}},
        {"signal-caller-pc", V3, ANY_ABI, 3, signal_stack, {"no-less-one", "topmost-again", "nothing"}},
        {"mangled-ra", ALL, ARMS, 40, mangled_ra, {"strip", "reported", "authenticate"}},
        {"outermost-stop", E2ON, ANY_ABI, 11, outermost_stop, {"stop", "may-go-on"}},
        {"trace-end", BEFORE_E2, ANY_ABI, 8 * COUNT(ends), trace_end, {"no-row", "null-ra", "fp-null"}},
        {"trace-progress", ALL, ANY_ABI, 3, same_frame, {"strict", "stop", "follow"}},
        {"trace-progress", ALL, ANY_ABI, 6, other_frame, {"strict", "stop", "follow"}},
        {"trace-unaligned", ALL, ANY_ABI, 8, trace_unaligned, {"stop", "follow"}},
    };
    gen_make_contested_points(emitter, points, COUNT(points));
    gen_every_open_register(emitter);
}
