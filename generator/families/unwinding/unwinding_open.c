/* Unwindings that rest on an open point of the ledger, with the frames of each reading.  The walk's own trace
 * is that of who goes on where another stops; the others' are its first frames, and perhaps one more.
 *
 * Each rests on one point as far as that can be; where another comes with it (the CFA of a flexible row below
 * the topmost frame counts from SP by its number) it is read as the oracle reads it. */
#include "unwinding_open.h"

#include "../families.h"

/* --- Readings ------------------------------------------------------------------------------------------- */

/* The first frames of the walk's own trace. */
const struct trace *gen_ended(const struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop)
{
    static struct trace trace;
    trace = walk->trace;
    trace.count = frames;
    trace.frames[frames - 1].has_cfa = has_cfa;
    trace.stop = stop;
    return &trace;
}

/* The first frames and one more, that no function holds. */
const struct trace *gen_astray(const struct walk *walk, uint32_t frames, struct frame last)
{
    static struct trace trace;
    trace = *gen_ended(walk, frames, true, STOP_NO_FUNCTION);
    last.has_cfa = false;
    trace.frames[trace.count++] = last;
    return &trace;
}

/* The first frames, the last of which then comes again and again, `step` bytes further out each time. */
const struct trace *gen_repeated(struct walk *walk, uint32_t frames, uint64_t step)
{
    static struct trace trace;
    trace = *gen_ended(walk, frames, true, STOP_LIMIT);
    for (uint32_t i = 0; i < 3; i++) {
        struct frame frame = trace.frames[trace.count - 1];
        frame.sp += step;
        frame.cfa += step;
        trace.frames[trace.count++] = frame;
    }
    walk->scenario.limit = trace.count;
    return &trace;
}

/* Shapes are named by their points. */
struct walk *gen_start_open_walk(struct dispute *dispute)
{
    return gen_start_walk(dispute->emitter, SAY(dispute->shape, "unwinding-open-%s", dispute->ledger));
}

struct walk *gen_open_walk(struct dispute *dispute)
{
    struct walk *walk = gen_start_open_walk(dispute);
    gen_add_usual_modules(walk, 1);
    return walk;
}

bool gen_ready(struct dispute *dispute, struct walk *walk)
{
    if (!gen_lay_stack(walk) || !gen_describe(walk))
        return false;
    gen_put_question(dispute, OPERATION_UNWIND, walk->calls[0].frame.pc, NULL);
    return true;
}

/* The oracle's reading comes first: its trace is the vector's own. */
static struct trace oracles_trace;

void gen_gives(struct dispute *dispute, const char *reading, const struct trace *trace)
{
    if (dispute->given == 0)
        oracles_trace = *trace;
    gen_traces(dispute, reading, trace);
}

void gen_close_walk(struct dispute *dispute, const struct walk *walk, const char *name)
{
    dispute->emitter->scenario = &walk->scenario;
    dispute->emitter->trace = &oracles_trace;
    dispute->name = name;
    gen_close_question(dispute);
}

/* --- Routines ------------------------------------------------------------------------------------------- */

struct rule gen_saved_ra(enum abi abi)
{
    return gen_abi_facts[abi].tracks_ra ? gen_rule_slot(-8) : gen_rule_unsaid();
}

/* One stage, from the first byte on. */
uint32_t gen_add_framed(struct walk *walk, struct rule cfa, struct rule ra, struct rule fp)
{
    uint32_t routine = gen_add_bare_routine(walk, 0);
    gen_add_stage(walk, routine, FRAME, cfa, ra, fp);
    gen_end_routine(walk, routine);
    return routine;
}

uint32_t gen_add_flexible(struct walk *walk, struct rule cfa, struct rule ra, struct rule fp)
{
    uint32_t routine = gen_add_framed(walk, cfa, ra, fp);
    walk->routines[routine].fde_type = FDE_FLEX;
    return routine;
}

static void leave_gap(struct walk *walk)
{
    walk->modules[0].text += 16;
}

const struct trace *gen_misled(const struct walk *walk, uint32_t frame)
{
    static struct trace trace;
    trace = *gen_ended(walk, frame + 1, true,
                       gen_abi_facts[walk->abi].call_pushes_ra ? STOP_MEMORY : STOP_UNSAFE);
    trace.frames[frame].cfa = trace.frames[frame].sp + (uint64_t)cfa_at_entry(walk->abi);
    return &trace;
}

/* `above` calls of others, the call at issue, and its callers. */
struct call *gen_add_chain(struct walk *walk, uint32_t above, uint32_t routine, uint32_t stage)
{
    gen_add_routines(walk, SP_AND_FP, 3);
    gen_add_callers(walk, above);
    struct call *call = gen_add_call(walk, routine, stage);
    gen_add_callers(walk, above + 1 + (uint32_t)gen_draw(walk, 3));
    return call;
}

/* --- caller-pc ------------------------------------------------------------------------------------------ */

/* A call that does not return is its routine's last instruction, or the last before another row. */
static void caller_pc(struct dispute *dispute)
{
    enum { GAP, NEXT_ROUTINE, NEXT_ROW, WAYS };
    static const char *const names[WAYS] = {"gap-", "next-routine-", "next-row-"};
    for (unsigned way = GAP; way < WAYS; way++) {
        for (uint32_t above = 1; above < 4; above++) {
            struct walk *walk = gen_open_walk(dispute);
            dispute->emitter->note = "A call that does not return lies before the end of its row.";
            uint32_t routine = gen_add_bare_routine(walk, 0);
            int64_t entry = cfa_at_entry(dispute->abi);
            gen_add_stage(walk, routine, entry, gen_rule_sp(entry), gen_rule_unsaid(), gen_rule_unsaid())
                ->length = 16;
            gen_add_stage(walk, routine, FRAME, gen_rule_sp(FRAME), gen_saved_ra(dispute->abi),
                          gen_rule_slot(-16))
                ->length = 16;
            if (way == NEXT_ROW)
                gen_add_stage(walk, routine, entry, gen_rule_sp(entry), gen_rule_unsaid(), gen_rule_unsaid());
            gen_end_routine(walk, routine);
            if (way == GAP)
                leave_gap(walk);
            if (way == NEXT_ROUTINE)
                walk->modules[0].text = walk->routines[routine].address + 32;
            gen_add_routine(walk, 0, STYLE_LEAF);
            gen_add_chain(walk, above, routine, 1)->frame.pc = walk->routines[routine].address + 32;
            if (!gen_ready(dispute, walk))
                return;
            gen_gives(dispute, "less-one", &walk->trace);
            gen_gives(dispute, "as-is",
                      way == GAP ? gen_ended(walk, above + 1, false, STOP_NO_FUNCTION)
                                 : gen_misled(walk, above));
            gen_close_walk(dispute, walk, gen_numbered(walk, names[way], above));
        }
    }
}

/* --- signal-caller-pc ----------------------------------------------------------------------------------- */

/* Interrupted at the first byte of a routine, and of a row. */
static void signal_first_byte(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 6; i++) {
        struct walk *walk = gen_open_walk(dispute);
        bool row = i % 2 != 0;
        dispute->emitter->note =
            "A signal interrupts before an instruction: the byte before it may belong to another.";
        uint32_t signal = gen_add_signal_routine(walk, 0), routine;
        leave_gap(walk);
        routine = gen_add_bare_routine(walk, 0);
        int64_t entry = cfa_at_entry(dispute->abi);
        if (row)
            gen_add_stage(walk, routine, entry, gen_rule_sp(entry), gen_rule_unsaid(), gen_rule_unsaid());
        gen_add_stage(walk, routine, FRAME, gen_rule_sp(FRAME), gen_saved_ra(dispute->abi),
                      gen_rule_slot(-16));
        gen_end_routine(walk, routine);
        gen_add_routines(walk, SP_AND_FP, 3);
        uint32_t above = 1 + i / 2;
        gen_add_callers(walk, above - 1);
        gen_add_call(walk, signal, 0);
        gen_add_call(walk, routine, row)->frame.pc = gen_stage_address(walk, routine, row);
        gen_add_callers(walk, above + 2);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "no-less-one", &walk->trace);
        gen_gives(dispute, "topmost-again", &walk->trace);
        gen_gives(dispute, "nothing",
                  row ? gen_misled(walk, above) : gen_ended(walk, above + 1, false, STOP_NO_FUNCTION));
        gen_close_walk(dispute, walk, gen_numbered(walk, row ? "first-of-row-" : "first-of-routine-", i));
    }
}

/* Who was interrupted keeps something in a register: its RA, or on AMD64 its CFA. */
static void signal_registers(struct dispute *dispute)
{
    for (uint32_t above = 1; above < 3; above++) {
        struct walk *walk = gen_open_walk(dispute);
        bool flexible = gen_abi_facts[dispute->abi].call_pushes_ra;
        dispute->emitter->note = "Who was interrupted needs a register besides SP and FP.";
        uint32_t signal = gen_add_signal_routine(walk, 0);
        uint32_t routine =
            flexible ? gen_add_flexible(walk, gen_rule_register(gen_fresh_register(walk), 16),
                                        gen_rule_slot(-8), gen_rule_slot(-16))
                     : gen_add_framed(walk, gen_rule_sp(FRAME), gen_rule_unsaid(), gen_rule_unsaid());
        uint32_t handler =
            gen_add_framed(walk, gen_rule_sp(FRAME), gen_saved_ra(dispute->abi), gen_rule_slot(-16));
        gen_add_routines(walk, SP_AND_FP, 3);
        for (uint32_t i = 1; i < above; i++)
            gen_add_call(walk, handler, 0);
        gen_add_call(walk, signal, 0);
        gen_add_call(walk, routine, 0);
        gen_add_callers(walk, above + 2);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "no-less-one", gen_ended(walk, above + 1, !flexible, STOP_UNSAFE));
        gen_gives(dispute, "topmost-again", &walk->trace);
        gen_gives(dispute, "nothing", gen_ended(walk, above + 1, !flexible, STOP_UNSAFE));
        gen_close_walk(dispute, walk, gen_numbered(walk, "register-", above));
    }
}

/* A signal stack that lies further out than the stack of who was interrupted. */
static void signal_stack(struct dispute *dispute)
{
    for (uint32_t above = 1; above < 4; above++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note =
            "The signal's stack lies above that of whom it interrupts, so that SP falls.";
        uint32_t signal = gen_add_signal_routine(walk, 0);
        gen_add_routines(walk, SP_AND_FP, 3);
        gen_add_callers(walk, above - 1);
        gen_add_call(walk, signal, 1)->stack = walk->world.sp + 0x1000;
        gen_add_callers(walk, above + 2);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "no-less-one", &walk->trace);
        gen_gives(dispute, "topmost-again", &walk->trace);
        gen_gives(dispute, "nothing", gen_ended(walk, above, true, STOP_LOOP));
        gen_close_walk(dispute, walk, gen_numbered(walk, "stack-further-out-", above));
    }
}

static void signal_caller_pc(struct dispute *dispute)
{
    signal_first_byte(dispute);
    signal_registers(dispute);
    signal_stack(dispute);
}

/* --- mangled-ra ----------------------------------------------------------------------------------------- */

static const struct row *row_of(const struct walk *walk, uint32_t call)
{
    return &walk->routines[walk->calls[call].routine].stages[walk->calls[call].stage].row;
}

/* The first call whose mangled return address leads elsewhere if nobody strips it: a signature may be the
 * very bits that it stands for. */
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

static void mangled_ra(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 40 && !dispute->emitter->stopped; i++) {
        struct walk *walk = gen_start_open_walk(dispute);
        dispute->emitter->note = "A signature is made up, so whoever can check it finds it wrong.";
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
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "strip", &walk->trace);
        gen_gives(dispute, "reported", without_stripping(walk));
        gen_gives(dispute, "authenticate", gen_ended(walk, first + 1, true, STOP_ERROR));
        gen_close_walk(dispute, walk, gen_numbered(walk, "chain-", i));
    }
}

/* --- outermost-stop, trace-end -------------------------------------------------------------------------- */

static void outermost_stop(struct dispute *dispute)
{
    for (uint32_t depth = 1; depth < 12; depth++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "A row without words: RA is undefined.";
        gen_exercises(dispute->emitter, "fre.count-zero-stop");
        uint32_t routine = gen_add_framed(walk, gen_rule_sp(FRAME), gen_rule_unsaid(), gen_rule_unsaid());
        walk->routines[routine].stages[0].row = (struct row){.empty = true};
        gen_add_routines(walk, SP_AND_FP, 4);
        gen_add_callers(walk, depth - 1);
        gen_add_call(walk, routine, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "stop", gen_ended(walk, depth, false, STOP_OUTERMOST));
        gen_gives(dispute, "may-go-on", gen_ended(walk, depth, false, STOP_NO_ROW));
        gen_close_walk(dispute, walk, gen_numbered(walk, "frames-", depth));
    }
}

/* The first frame whose FP is 0 is the last of who stops there. */
static const struct trace *until_fp_is_0(const struct walk *walk)
{
    for (uint32_t i = 0; i < walk->trace.count; i++)
        if (walk->trace.frames[i].fp == 0)
            return gen_ended(walk, i + 1, false, STOP_OUTERMOST);
    return &walk->trace;
}

static void trace_end(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 24 && !dispute->emitter->stopped; i++) {
        bool no_pc = i % 3 != 1, no_fp = i % 3 != 0;
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = no_pc && no_fp ? "The outermost caller's PC and FP are 0."
                                 : no_pc        ? "The outermost caller's PC is 0."
                                                : "The outermost caller's FP is 0.";
        walk->world.pc = no_pc ? 0 : walk->world.pc;
        walk->world.fp = no_fp ? 0 : walk->world.fp;
        gen_add_routines(walk, SP_AND_FP, 4);
        uint32_t depth = 1 + i / 3;
        gen_add_callers(walk, depth);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "no-row", &walk->trace);
        gen_gives(dispute, "null-ra", no_pc ? gen_ended(walk, depth, true, STOP_OUTERMOST) : &walk->trace);
        gen_gives(dispute, "fp-null", until_fp_is_0(walk));
        gen_close_walk(dispute, walk,
                       gen_numbered(walk,
                                    no_pc && no_fp ? "both-"
                                    : no_pc        ? "pc-"
                                                   : "fp-",
                                    i));
    }
}

/* --- trace-progress ------------------------------------------------------------------------------------- */

/* A row whose CFA is SP as the caller has it, so that SP stays.  RA lies further out, but on AMD64. */
static uint32_t add_standing(struct walk *walk)
{
    int64_t size = gen_abi_facts[walk->abi].cfa_above_sp;
    uint32_t routine = gen_add_bare_routine(walk, 0);
    struct stage *stage =
        gen_add_stage(walk, routine, size, gen_rule_sp(size),
                      gen_abi_facts[walk->abi].tracks_ra ? gen_rule_slot(64) : gen_rule_unsaid(),
                      gen_abi_facts[walk->abi].frame_record ? gen_rule_slot(72) : gen_rule_unsaid());
    stage->keeps_fp = true;
    gen_end_routine(walk, routine);
    return routine;
}

/* A frame that hands up itself.  The topmost one may, once. */
static void same_frame(struct dispute *dispute)
{
    for (uint32_t above = 0; above < 3; above++) {
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = "A frame comes again as it is.";
        uint32_t routine = add_standing(walk), other = gen_add_routine(walk, 0, STYLE_SP);
        for (uint32_t i = 0; i < above; i++)
            gen_add_call(walk, other, i == 0 ? 0 : 1);
        struct call *call = gen_add_call(walk, routine, 0);
        call->frame.pc = walk->world.pc = gen_last_instruction(walk, routine, 0);
        if (!gen_ready(dispute, walk))
            return;
        struct trace *trace = &walk->trace;
        trace->frames[above + 1] = trace->frames[above];
        gen_gives(dispute, "strict", gen_ended(walk, above == 0 ? 2 : above + 1, true, STOP_LOOP));
        gen_gives(dispute, "stop", gen_ended(walk, above + 1, true, STOP_LOOP));
        gen_gives(dispute, "follow", gen_repeated(walk, above + 1, 0));
        gen_close_walk(dispute, walk, gen_numbered(walk, "again-", above));
    }
}

/* SP stays and the frame is another; or SP falls. */
static void other_frame(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 6; i++) {
        bool stays = i >= 4;
        if (stays && gen_abi_facts[dispute->abi].call_pushes_ra) /* RA would be that of the frame before */
            continue;
        struct walk *walk = gen_open_walk(dispute);
        dispute->emitter->note = stays ? "SP stays where it was, and the frame is another." : "SP falls.";
        uint32_t above = stays ? i - 3 : i % 4;
        uint32_t routine =
            stays ? add_standing(walk)
                  : gen_add_framed(walk, gen_rule_fp(48), gen_saved_ra(dispute->abi), gen_rule_slot(-16));
        gen_add_routines(walk, SP_AND_FP, 3);
        for (uint32_t k = 0; k < above; k++)
            gen_add_call(walk, 1, k == 0 ? 0 : 1);
        struct call *call = gen_add_call(walk, routine, 0);
        call->stack = stays ? 0 : walk->world.sp + 0x1000;
        gen_add_call(walk,
                     gen_add_framed(walk, gen_rule_sp(FRAME), gen_saved_ra(dispute->abi), gen_rule_slot(-16)),
                     0);
        gen_add_callers(walk, above + 3);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "strict", gen_ended(walk, above + 1, true, STOP_LOOP));
        gen_gives(dispute, "stop", &walk->trace);
        gen_gives(dispute, "follow", &walk->trace);
        gen_close_walk(dispute, walk, gen_numbered(walk, stays ? "stays-" : "falls-", above));
    }
}

static void trace_progress(struct dispute *dispute)
{
    same_frame(dispute);
    other_frame(dispute);
}

/* --- trace-unaligned ------------------------------------------------------------------------------------ */

/* The whole stack, or the place where one frame keeps something. */
static void trace_unaligned(struct dispute *dispute)
{
    for (uint32_t i = 0; i < 8; i++) {
        struct walk *walk = gen_open_walk(dispute);
        bool stack = i % 2 == 0;
        dispute->emitter->note = stack ? "SP is no multiple of 8." : "A word is kept at no multiple of 8.";
        uint32_t above = stack ? 0 : i / 2;
        uint32_t routine = gen_add_framed(walk, gen_rule_sp(FRAME), gen_saved_ra(dispute->abi),
                                          gen_rule_slot(stack ? -16 : -20));
        walk->world.sp += stack ? 1 + i / 2 : 0;
        gen_add_chain(walk, above, routine, 0);
        if (!gen_ready(dispute, walk))
            return;
        gen_gives(dispute, "stop", gen_ended(walk, above + 1, true, STOP_MEMORY));
        gen_gives(dispute, "follow", &walk->trace);
        gen_close_walk(dispute, walk, gen_numbered(walk, stack ? "stack-" : "word-", i));
    }
}

/* --- The points ----------------------------------------------------------------------------------------- */

static const struct contested_point points[] = {
    CONTESTED("caller-pc", ALL, ANY_ABI, caller_pc, "less-one", "as-is"),
    CONTESTED("signal-caller-pc", V3, ANY_ABI, signal_caller_pc, "no-less-one", "topmost-again",
              "nothing"),
    CONTESTED("mangled-ra", ALL, ARMS, mangled_ra, "strip", "reported", "authenticate"),
    CONTESTED("outermost-stop", E2ON, ANY_ABI, outermost_stop, "stop", "may-go-on"),
    CONTESTED("trace-end", BEFORE_E2, ANY_ABI, trace_end, "no-row", "null-ra", "fp-null"),
    CONTESTED("trace-progress", ALL, ANY_ABI, trace_progress, "strict", "stop", "follow"),
    CONTESTED("trace-unaligned", ALL, ANY_ABI, trace_unaligned, "stop", "follow"),
};

void gen_family_unwinding_open(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(points) + gen_register_point_count && !emitter->stopped; i++) {
        const struct contested_point *point =
            i < COUNT(points) ? &points[i] : &gen_register_points[i - COUNT(points)];
        if (applies(point->profiles, point->abis, emitter->profile, emitter->abi))
            gen_make_contested_point(emitter, point);
    }
}
