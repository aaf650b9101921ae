/* Unwindings that rest on an open point of the ledger, with the frames of each reading.  The walk's own trace
 * is that of who goes on where another stops; the others' are its first frames, and perhaps one more.
 *
 * Each rests on one point as far as that can be; where another comes with it (the CFA of a flexible row below
 * the topmost frame is told from SP by its number) it is read as the oracle reads it. */
#include "../chains.h"
#include "../families.h"
#include "../tables.h"

#include <string.h>

enum { FRAME = 512, NOBODY = 0x1800 /* where no function is */ };

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* --- Readings ------------------------------------------------------------------------------------------- */

/* The first frames of the walk's own trace. */
static const struct trace *ended(const struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop)
{
    static struct trace trace;
    trace = walk->trace;
    trace.count = frames;
    trace.frames[frames - 1].has_cfa = has_cfa;
    trace.stop = stop;
    return &trace;
}

/* The first frames and one more, that no function holds. */
static const struct trace *astray(const struct walk *walk, uint32_t frames, struct frame last)
{
    static struct trace trace;
    trace = *ended(walk, frames, true, STOP_NO_FUNCTION);
    last.has_cfa = false;
    trace.frames[trace.count++] = last;
    return &trace;
}

/* The first frames, the last of which then comes again and again, `step` bytes further out each time. */
static const struct trace *repeated(struct walk *walk, uint32_t frames, uint64_t step)
{
    static struct trace trace;
    trace = *ended(walk, frames, true, STOP_LIMIT);
    for (uint32_t i = 0; i < 3; i++) {
        struct frame frame = trace.frames[trace.count - 1];
        frame.sp += step;
        frame.cfa += step;
        trace.frames[trace.count++] = frame;
    }
    walk->scenario.limit = trace.count;
    return &trace;
}

/* Shapes are named by their points.  The oracle's reading comes first: its trace is the vector's own. */
static const char prefix[] = "unwinding-open-";

static struct trace oracles_trace;
static const char *oracles_reading;

static void tell(struct walk *walk, const char *reading, const struct trace *trace)
{
    if (walk->emitter->reading_count == 0) {
        oracles_trace = *trace;
        oracles_reading = reading;
    }
    reading_traces(walk->emitter, walk->emitter->shape + strlen(prefix), reading, trace);
}

static bool ready(struct walk *walk)
{
    if (!lay_stack(walk) || !describe(walk))
        return false;
    contest(walk->emitter);
    return true;
}

static void settle_walk(struct walk *walk, const char *name)
{
    walk->emitter->scenario = &walk->scenario;
    walk->emitter->trace = &oracles_trace;
    emit_contested(walk->emitter, OPERATION_UNWIND, walk->calls[0].frame.pc, oracles_reading, name);
}

/* --- Routines ------------------------------------------------------------------------------------------- */

static struct rule saved_ra(enum abi abi)
{
    return abi == ABI_AMD64 ? rule_unsaid() : rule_slot(-8);
}

/* One stage, from the first byte on. */
static uint32_t add_framed(struct walk *walk, struct rule cfa, struct rule ra, struct rule fp)
{
    uint32_t routine = add_bare_routine(walk, 0);
    add_stage(walk, routine, FRAME, cfa, ra, fp);
    end_routine(walk, routine);
    return routine;
}

static uint32_t add_flexible(struct walk *walk, struct rule cfa, struct rule ra, struct rule fp)
{
    uint32_t routine = add_framed(walk, cfa, ra, fp);
    walk->routines[routine].fde_type = FDE_FLEX;
    return routine;
}

static void leave_gap(struct walk *walk)
{
    walk->modules[0].text += 16;
}

/* What a first row says of a frame that its routine has set up since: another CFA, and RA where nothing can
 * be read, or in its register. */
static const struct trace *misled(const struct walk *walk, uint32_t frame)
{
    static struct trace trace;
    trace = *ended(walk, frame + 1, true, walk->abi == ABI_AMD64 ? STOP_MEMORY : STOP_UNSAFE);
    trace.frames[frame].cfa = trace.frames[frame].sp + (uint64_t)cfa_at_entry(walk->abi);
    return &trace;
}

/* `above` calls of others, the call at issue, and its callers. */
static struct call *add_chain(struct walk *walk, uint32_t above, uint32_t routine, uint32_t stage)
{
    add_routines(walk, SP_AND_FP, 3);
    add_callers(walk, above);
    struct call *call = add_call(walk, routine, stage);
    add_callers(walk, above + 1 + (uint32_t)draw(walk, 3));
    return call;
}

static struct walk *open_walk(struct emitter *emitter, enum profile profile, enum abi abi, const char *shape)
{
    struct walk *walk = start_walk(emitter, profile, abi, shape);
    add_usual_modules(walk, 1);
    return walk;
}

/* --- caller-pc ------------------------------------------------------------------------------------------ */

/* A call that does not return is its routine's last instruction, or the last before another row. */
static void caller_pc(struct emitter *emitter, enum profile profile, enum abi abi)
{
    enum { GAP, NEXT_ROUTINE, NEXT_ROW, WAYS };
    static const char *const names[WAYS] = {"gap-", "next-routine-", "next-row-"};
    for (unsigned way = GAP; way < WAYS; way++) {
        for (uint32_t above = 1; above < 4; above++) {
            struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-caller-pc");
            emitter->note = "A call that does not return lies before the end of its row.";
            uint32_t routine = add_bare_routine(walk, 0);
            int64_t entry = cfa_at_entry(abi);
            add_stage(walk, routine, entry, rule_sp(entry), rule_unsaid(), rule_unsaid())->length = 16;
            add_stage(walk, routine, FRAME, rule_sp(FRAME), saved_ra(abi), rule_slot(-16))->length = 16;
            if (way == NEXT_ROW)
                add_stage(walk, routine, entry, rule_sp(entry), rule_unsaid(), rule_unsaid());
            end_routine(walk, routine);
            if (way == GAP)
                leave_gap(walk);
            if (way == NEXT_ROUTINE)
                walk->modules[0].text = walk->routines[routine].address + 32;
            add_routine(walk, 0, STYLE_LEAF);
            add_chain(walk, above, routine, 1)->frame.pc = walk->routines[routine].address + 32;
            if (!ready(walk))
                return;
            tell(walk, "less-one", &walk->trace);
            tell(walk, "as-is",
                 way == GAP ? ended(walk, above + 1, false, STOP_NO_FUNCTION) : misled(walk, above));
            settle_walk(walk, numbered(walk, names[way], above));
        }
    }
}

/* --- signal-caller-pc ----------------------------------------------------------------------------------- */

/* Interrupted at the first byte of a routine, and of a row. */
static void signal_first_byte(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 6; i++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-signal-caller-pc");
        bool row = i % 2 != 0;
        emitter->note =
            "A signal interrupts before an instruction: the byte before it may belong to another.";
        uint32_t signal = add_signal_routine(walk, 0), routine;
        leave_gap(walk);
        routine = add_bare_routine(walk, 0);
        int64_t entry = cfa_at_entry(abi);
        if (row)
            add_stage(walk, routine, entry, rule_sp(entry), rule_unsaid(), rule_unsaid());
        add_stage(walk, routine, FRAME, rule_sp(FRAME), saved_ra(abi), rule_slot(-16));
        end_routine(walk, routine);
        add_routines(walk, SP_AND_FP, 3);
        uint32_t above = 1 + i / 2;
        add_callers(walk, above - 1);
        add_call(walk, signal, 0);
        add_call(walk, routine, row)->frame.pc = stage_address(walk, routine, row);
        add_callers(walk, above + 2);
        if (!ready(walk))
            return;
        tell(walk, "no-less-one", &walk->trace);
        tell(walk, "topmost-again", &walk->trace);
        tell(walk, "nothing", row ? misled(walk, above) : ended(walk, above + 1, false, STOP_NO_FUNCTION));
        settle_walk(walk, numbered(walk, row ? "first-of-row-" : "first-of-routine-", i));
    }
}

/* Who was interrupted keeps something in a register: its RA, or on AMD64 its CFA. */
static void signal_registers(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t above = 1; above < 3; above++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-signal-caller-pc");
        bool flexible = abi == ABI_AMD64;
        emitter->note = "Who was interrupted needs a register besides SP and FP.";
        uint32_t signal = add_signal_routine(walk, 0);
        uint32_t routine = flexible ? add_flexible(walk, rule_register(fresh_register(walk), 16),
                                                   rule_slot(-8), rule_slot(-16))
                                    : add_framed(walk, rule_sp(FRAME), rule_unsaid(), rule_unsaid());
        uint32_t handler = add_framed(walk, rule_sp(FRAME), saved_ra(abi), rule_slot(-16));
        add_routines(walk, SP_AND_FP, 3);
        for (uint32_t i = 1; i < above; i++)
            add_call(walk, handler, 0);
        add_call(walk, signal, 0);
        add_call(walk, routine, 0);
        add_callers(walk, above + 2);
        if (!ready(walk))
            return;
        tell(walk, "no-less-one", ended(walk, above + 1, !flexible, STOP_UNSAFE));
        tell(walk, "topmost-again", &walk->trace);
        tell(walk, "nothing", ended(walk, above + 1, !flexible, STOP_UNSAFE));
        settle_walk(walk, numbered(walk, "register-", above));
    }
}

/* A signal stack that lies further out than the stack of who was interrupted. */
static void signal_stack(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t above = 1; above < 4; above++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-signal-caller-pc");
        emitter->note = "The signal's stack lies above that of whom it interrupts, so that SP falls.";
        uint32_t signal = add_signal_routine(walk, 0);
        add_routines(walk, SP_AND_FP, 3);
        add_callers(walk, above - 1);
        add_call(walk, signal, 1)->stack = walk->world.sp + 0x1000;
        add_callers(walk, above + 2);
        if (!ready(walk))
            return;
        tell(walk, "no-less-one", &walk->trace);
        tell(walk, "topmost-again", &walk->trace);
        tell(walk, "nothing", ended(walk, above, true, STOP_LOOP));
        settle_walk(walk, numbered(walk, "stack-further-out-", above));
    }
}

static void signal_caller_pc(struct emitter *emitter, enum profile profile, enum abi abi)
{
    signal_first_byte(emitter, profile, abi);
    signal_registers(emitter, profile, abi);
    signal_stack(emitter, profile, abi);
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
    return astray(walk, call + 1, raw);
}

static void mangled_ra(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 40 && !emitter->stopped; i++) {
        struct walk *walk = start_walk(emitter, profile, abi, "unwinding-open-mangled-ra");
        emitter->note = "A signature is made up, so whoever can check it finds it wrong.";
        exercises(emitter, "trace.mangled");
        add_usual_modules(walk, 1 + (uint32_t)draw(walk, 2));
        add_routines(walk, ANY_STYLE, 5);
        add_callers(walk, 1 + (uint32_t)draw(walk, 6));
        for (uint32_t count = 1 + (uint32_t)draw(walk, 3); count > 0; count--) {
            const struct call *call = &walk->calls[draw(walk, walk->call_count)];
            walk->routines[call->routine].stages[call->stage].row.mangled = true;
            walk->routines[call->routine].key_b = draw(walk, 2) != 0;
        }
        set_pac_mask(walk, i);
        uint32_t first = 0;
        while (!row_of(walk, first)->mangled)
            first++;
        if (!ready(walk))
            return;
        tell(walk, "strip", &walk->trace);
        tell(walk, "reported", without_stripping(walk));
        tell(walk, "authenticate", ended(walk, first + 1, true, STOP_ERROR));
        settle_walk(walk, numbered(walk, "chain-", i));
    }
}

/* --- outermost-stop, trace-end -------------------------------------------------------------------------- */

static void outermost_stop(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t depth = 1; depth < 12; depth++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-outermost-stop");
        emitter->note = "A row without words: RA is undefined.";
        exercises(emitter, "fre.count-zero-stop");
        uint32_t routine = add_framed(walk, rule_sp(FRAME), rule_unsaid(), rule_unsaid());
        walk->routines[routine].stages[0].row = (struct row){.empty = true};
        add_routines(walk, SP_AND_FP, 4);
        add_callers(walk, depth - 1);
        add_call(walk, routine, 0);
        if (!ready(walk))
            return;
        tell(walk, "stop", ended(walk, depth, false, STOP_OUTERMOST));
        tell(walk, "may-go-on", ended(walk, depth, false, STOP_NO_ROW));
        settle_walk(walk, numbered(walk, "frames-", depth));
    }
}

/* The first frame whose FP is 0 is the last of who stops there. */
static const struct trace *until_fp_is_0(const struct walk *walk)
{
    for (uint32_t i = 0; i < walk->trace.count; i++)
        if (walk->trace.frames[i].fp == 0)
            return ended(walk, i + 1, false, STOP_OUTERMOST);
    return &walk->trace;
}

static void trace_end(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 24 && !emitter->stopped; i++) {
        bool no_pc = i % 3 != 1, no_fp = i % 3 != 0;
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-trace-end");
        emitter->note = no_pc && no_fp ? "The outermost caller's PC and FP are 0."
                        : no_pc        ? "The outermost caller's PC is 0."
                                       : "The outermost caller's FP is 0.";
        walk->world.pc = no_pc ? 0 : walk->world.pc;
        walk->world.fp = no_fp ? 0 : walk->world.fp;
        add_routines(walk, SP_AND_FP, 4);
        uint32_t depth = 1 + i / 3;
        add_callers(walk, depth);
        if (!ready(walk))
            return;
        tell(walk, "no-row", &walk->trace);
        tell(walk, "null-ra", no_pc ? ended(walk, depth, true, STOP_OUTERMOST) : &walk->trace);
        tell(walk, "fp-null", until_fp_is_0(walk));
        settle_walk(walk, numbered(walk, no_pc && no_fp ? "both-" : no_pc ? "pc-" : "fp-", i));
    }
}

/* --- trace-progress ------------------------------------------------------------------------------------- */

/* A row whose CFA is SP as the caller has it, so that SP stays.  RA lies further out, but on AMD64. */
static uint32_t add_standing(struct walk *walk)
{
    int64_t size = walk->abi == ABI_S390X ? 160 : 0;
    uint32_t routine = add_bare_routine(walk, 0);
    struct stage *stage =
        add_stage(walk, routine, size, rule_sp(size), walk->abi == ABI_AMD64 ? rule_unsaid() : rule_slot(64),
                  abi_facts[walk->abi].frame_record ? rule_slot(72) : rule_unsaid());
    stage->keeps_fp = true;
    end_routine(walk, routine);
    return routine;
}

/* A frame that hands up itself.  The topmost one may, once. */
static void same_frame(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t above = 0; above < 3; above++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-trace-progress");
        emitter->note = "A frame comes again as it is.";
        uint32_t routine = add_standing(walk), other = add_routine(walk, 0, STYLE_SP);
        for (uint32_t i = 0; i < above; i++)
            add_call(walk, other, i == 0 ? 0 : 1);
        struct call *call = add_call(walk, routine, 0);
        call->frame.pc = walk->world.pc = last_instruction(walk, routine, 0);
        if (!ready(walk))
            return;
        struct trace *trace = &walk->trace;
        trace->frames[above + 1] = trace->frames[above];
        tell(walk, "strict", ended(walk, above == 0 ? 2 : above + 1, true, STOP_LOOP));
        tell(walk, "stop", ended(walk, above + 1, true, STOP_LOOP));
        tell(walk, "follow", repeated(walk, above + 1, 0));
        settle_walk(walk, numbered(walk, "again-", above));
    }
}

/* SP stays and the frame is another; or SP falls. */
static void other_frame(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 6; i++) {
        bool stays = i >= 4;
        if (stays && abi == ABI_AMD64) /* RA would be that of the frame before */
            continue;
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-trace-progress");
        emitter->note = stays ? "SP stays where it was, and the frame is another." : "SP falls.";
        uint32_t above = stays ? i - 3 : i % 4;
        uint32_t routine =
            stays ? add_standing(walk) : add_framed(walk, rule_fp(48), saved_ra(abi), rule_slot(-16));
        add_routines(walk, SP_AND_FP, 3);
        for (uint32_t k = 0; k < above; k++)
            add_call(walk, 1, k == 0 ? 0 : 1);
        struct call *call = add_call(walk, routine, 0);
        call->stack = stays ? 0 : walk->world.sp + 0x1000;
        add_call(walk, add_framed(walk, rule_sp(FRAME), saved_ra(abi), rule_slot(-16)), 0);
        add_callers(walk, above + 3);
        if (!ready(walk))
            return;
        tell(walk, "strict", ended(walk, above + 1, true, STOP_LOOP));
        tell(walk, "stop", &walk->trace);
        tell(walk, "follow", &walk->trace);
        settle_walk(walk, numbered(walk, stays ? "stays-" : "falls-", above));
    }
}

static void trace_progress(struct emitter *emitter, enum profile profile, enum abi abi)
{
    same_frame(emitter, profile, abi);
    other_frame(emitter, profile, abi);
}

/* --- trace-unaligned ------------------------------------------------------------------------------------ */

/* The whole stack, or the place where one frame keeps something. */
static void trace_unaligned(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 8; i++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-trace-unaligned");
        bool stack = i % 2 == 0;
        emitter->note = stack ? "SP is no multiple of 8." : "A word is kept at no multiple of 8.";
        uint32_t above = stack ? 0 : i / 2;
        uint32_t routine = add_framed(walk, rule_sp(FRAME), saved_ra(abi), rule_slot(stack ? -16 : -20));
        walk->world.sp += stack ? 1 + i / 2 : 0;
        add_chain(walk, above, routine, 0);
        if (!ready(walk))
            return;
        tell(walk, "stop", ended(walk, above + 1, true, STOP_MEMORY));
        tell(walk, "follow", &walk->trace);
        settle_walk(walk, numbered(walk, stack ? "stack-" : "word-", i));
    }
}

/* --- Registers below the topmost frame ------------------------------------------------------------------ */

/* The topmost frame has saved RA, and its register still holds it. */
static void trace_ra_register_deeper(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t above = 1; above < 4; above++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-trace-ra-register-deeper");
        emitter->note = "A caller whose row says that RA is still in its register.";
        exercises(emitter, "s390x.ra-unchanged-topmost");
        uint32_t routine = add_framed(walk, rule_sp(FRAME), rule_unsaid(), rule_unsaid());
        uint32_t other = add_framed(walk, rule_sp(FRAME), saved_ra(abi), rule_slot(-16));
        for (uint32_t i = 0; i < above; i++)
            add_call(walk, other, 0);
        add_call(walk, routine, 0);
        if (!ready(walk))
            return;
        set_register(walk, register_ra(abi), walk->calls[above].frame.pc);
        tell(walk, "stop", ended(walk, above + 1, true, STOP_UNSAFE));
        tell(walk, "reuse", repeated(walk, above + 1, FRAME - (abi == ABI_S390X ? 160 : 0)));
        settle_walk(walk, numbered(walk, "caller-", above));
    }
}

static void s390x_register_deeper(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 6; i++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-s390x-register-deeper");
        bool fp_too = i % 2 != 0;
        emitter->note = fp_too ? "A caller keeps RA and FP in other registers."
                               : "A caller keeps RA in another register.";
        struct rule ra = rule_register(fresh_register(walk), 0);
        struct rule fp = fp_too ? rule_register(fresh_register(walk), 0) : rule_unsaid();
        uint32_t routine = add_framed(walk, rule_sp(FRAME), ra, fp);
        add_chain(walk, 1 + i / 2, routine, 0);
        if (!ready(walk))
            return;
        tell(walk, "stop", ended(walk, 2 + i / 2, true, STOP_UNSAFE));
        tell(walk, "restore", &walk->trace);
        settle_walk(walk, numbered(walk, fp_too ? "both-" : "ra-", i));
    }
}

static void flex_topmost_scope(struct emitter *emitter, enum profile profile, enum abi abi)
{
    static const char *const names[] = {"ra-", "ra-at-", "fp-", "fp-at-"};
    for (uint32_t i = 0; i < 12; i++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-flex-topmost-scope");
        emitter->note = "A caller whose CFA is told from SP needs another register for RA or FP.";
        uint32_t reg = fresh_register(walk);
        struct rule rule = i % 2 == 0 ? rule_register(reg, 0) : rule_register_slot(reg, 8);
        bool of_ra = i % 4 < 2;
        uint32_t routine =
            add_flexible(walk, rule_sp(FRAME), of_ra ? rule : rule_slot(-8), of_ra ? rule_slot(-16) : rule);
        uint32_t above = 1 + i / 4;
        add_chain(walk, above, routine, 0);
        if (!ready(walk))
            return;
        tell(walk, "all", ended(walk, above + 1, true, STOP_UNSAFE));
        tell(walk, "cfa-only", &walk->trace);
        settle_walk(walk, numbered(walk, names[i % 4], i));
    }
}

static void flex_topmost_unread_regnum(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 6; i++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-flex-topmost-unread-regnum");
        emitter->note = "A caller's control word names a register that it does not use.";
        struct rule slots[2] = {rule_slot(-8), rule_slot(-16)};
        slots[i % 2].idle_bits = (3 + i) << 3;
        uint32_t routine = add_flexible(walk, rule_sp(FRAME), slots[0], slots[1]);
        add_chain(walk, 1 + i / 2, routine, 0);
        if (!ready(walk))
            return;
        tell(walk, "effective-only", &walk->trace);
        tell(walk, "always", ended(walk, 2 + i / 2, true, STOP_UNSAFE));
        settle_walk(walk, numbered(walk, i % 2 == 0 ? "ra-" : "fp-", i));
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
    const struct rule *cfa = &cfas[draw(walk, COUNT(cfas))];
    const struct rule *ra = &ras[draw(walk, COUNT(ras))];
    return add_flexible(walk, *cfa, *ra, fps[draw(walk, COUNT(fps))]);
}

static uint32_t first_flexible_caller(const struct walk *walk)
{
    uint32_t first = 1;
    while (walk->routines[walk->calls[first].routine].fde_type != FDE_FLEX)
        first++;
    return first;
}

static void flex_sp_fp_numbers(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 40 && !emitter->stopped; i++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-flex-sp-fp-numbers");
        emitter->note = "A caller's flexible row names SP or FP by number.";
        uint32_t flexible[2];
        for (unsigned k = 0; k < 2; k++)
            flexible[k] = add_drawn_flexible(walk);
        add_routines(walk, SP_AND_FP, 3);
        add_callers(walk, 1 + (uint32_t)draw(walk, 3));
        for (unsigned k = 0; k < 4; k++) {
            add_call(walk, flexible[draw(walk, 2)], 0);
            add_callers(walk, walk->call_count + (uint32_t)draw(walk, 3));
        }
        if (!ready(walk))
            return;
        tell(walk, "register", &walk->trace);
        tell(walk, "topmost-only", ended(walk, first_flexible_caller(walk) + 1, false, STOP_UNSAFE));
        settle_walk(walk, numbered(walk, "chain-", i));
    }
}

/* The caller finds its CFA by FP, so that both readings find who called it. */
static void flex_sp_s390x(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < 8; i++) {
        struct walk *walk = open_walk(emitter, profile, abi, "unwinding-open-flex-sp-s390x");
        emitter->note = "The SP of a flexible row's caller on s390x.";
        uint32_t routine =
            add_flexible(walk, i % 2 == 0 ? rule_sp(FRAME) : rule_fp(400), rule_slot(-48), rule_slot(-72));
        uint32_t caller = add_framed(walk, rule_fp(480), rule_slot(-48), rule_slot(-72));
        add_call(walk, routine, 0);
        for (uint32_t k = 0; k < i / 2; k++)
            add_call(walk, caller, 0);
        if (!ready(walk))
            return;
        tell(walk, "minus-160", &walk->trace);
        walk->trace.frames[1].sp = walk->trace.frames[0].cfa;
        tell(walk, "cfa", &walk->trace);
        settle_walk(walk, numbered(walk, i % 2 == 0 ? "from-sp-" : "from-fp-", i));
    }
}

/* --- The points ----------------------------------------------------------------------------------------- */

static const struct open_unwinding {
    unsigned profiles, abis;
    void (*make)(struct emitter *emitter, enum profile profile, enum abi abi);
} points[] = {
    {ALL, ANY_ABI, caller_pc},
    {V3, ANY_ABI, signal_caller_pc},
    {ALL, ARMS, mangled_ra},
    {V2E2 | V3, ANY_ABI, outermost_stop},
    {V12 | V2E1, ANY_ABI, trace_end},
    {ALL, ANY_ABI, trace_progress},
    {ALL, ANY_ABI, trace_unaligned},
    {E1ON, TRACKED, trace_ra_register_deeper},
    {V2E1 | V2E2, S390, s390x_register_deeper},
    {V3, AMD | ARMS, flex_topmost_scope},
    {V3, AMD | ARMS, flex_topmost_unread_regnum},
    {V3, AMD | ARMS, flex_sp_fp_numbers},
    {V3, S390, flex_sp_s390x},
};

static void every_point(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < COUNT(points) && !emitter->stopped; i++)
        if (applies(points[i].profiles, points[i].abis, profile, abi))
            points[i].make(emitter, profile, abi);
}

void family_unwinding_open(struct emitter *emitter)
{
    for_wanted(emitter, every_point);
}
