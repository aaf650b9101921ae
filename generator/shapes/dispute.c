#include "dispute.h"

/* --- Walks ---------------------------------------------------------------------------------------------- */

struct walk *gen_open_walk(struct dispute *dispute, const char *note, uint32_t modules)
{
    const char *const shape = SAY(dispute->shape, "unwinding-open-%s", dispute->point->ledger);
    dispute->walk = gen_start_walk(dispute->emitter, shape, note, modules);
    return dispute->walk;
}

struct call *gen_add_chain(struct walk *walk, uint32_t above, uint32_t routine, uint32_t stage)
{
    gen_add_routines(walk, SP_AND_FP, 3);
    gen_add_callers(walk, above);
    struct call *call = gen_add_call(walk, routine, stage);
    gen_add_callers(walk, above + 1 + (uint32_t)gen_draw(walk, 3));
    return call;
}

void gen_contest_walk(struct dispute *dispute, const char *name)
{
    gen_lay_stack(dispute->walk);
    dispute->name = gen_describe(dispute->walk, name) ? name : NULL;
    gen_contest(dispute->emitter);
}

static void gives(struct dispute *dispute, const char *reading, const struct trace *trace, bool may_be_refused)
{
    if (dispute->name == NULL)
        return;
    if (dispute->oracle == NULL) {
        dispute->oracle = reading;
        dispute->oracles = *trace;
    }
    gen_reading_traces(dispute->emitter, dispute->point->ledger, reading, trace, may_be_refused);
}

void gen_gives(struct dispute *dispute, const char *reading, const struct trace *trace)
{
    gives(dispute, reading, trace, false);
}

void gen_gives_or_refuses(struct dispute *dispute, const char *reading, const struct trace *trace)
{
    gives(dispute, reading, trace, true);
}

/* --- Traces --------------------------------------------------------------------------------------------- */

static struct trace made; /* the trace that was returned last */

const struct trace *gen_ended(const struct walk *walk, uint32_t frames, bool has_cfa, enum stop stop)
{
    made = walk->trace;
    made.count = frames;
    made.frames[frames - 1].has_cfa = has_cfa;
    made.stop = stop;
    return &made;
}

const struct trace *gen_astray(const struct walk *walk, uint32_t frames, struct frame last)
{
    gen_ended(walk, frames, true, STOP_NO_FUNCTION);
    last.has_cfa = false;
    made.frames[made.count++] = last;
    return &made;
}

const struct trace *gen_repeated(struct walk *walk, uint32_t frames, uint64_t step)
{
    gen_ended(walk, frames, true, STOP_LIMIT);
    for (uint32_t i = 0; i < 3; i++) {
        struct frame frame = made.frames[made.count - 1];
        frame.sp += step;
        frame.cfa += step;
        made.frames[made.count++] = frame;
    }
    walk->scenario.limit = made.count;
    return &made;
}

const struct trace *gen_misled(const struct walk *walk, uint32_t frame)
{
    gen_ended(walk, frame + 1, true, gen_abi_facts[walk->abi].call_pushes_ra ? STOP_MEMORY : STOP_UNSAFE);
    made.frames[frame].cfa = made.frames[frame].sp + (uint64_t)cfa_at_entry(walk->abi);
    return &made;
}

/* --- Points by table ------------------------------------------------------------------------------------ */

static void emit(struct dispute *dispute)
{
    struct emitter *const emitter = dispute->emitter;
    emitter->vector.scenario = &dispute->walk->scenario;
    emitter->vector.trace = &dispute->oracles;
    gen_emit_contested(emitter, OPERATION_UNWIND, dispute->walk->calls[0].frame.pc, dispute->oracle, dispute->name);
}

void gen_make_contested_points(struct emitter *emitter, const struct contested_point *points, unsigned count)
{
    static struct dispute dispute; /* static, as the emitter points to its shape */
    for (const struct contested_point *point = points; point < points + count; point++) {
        if (!applies(point->profiles, point->abis, emitter->profile, emitter->abi) || emitter->stopped)
            continue;
        dispute = (struct dispute){.emitter = emitter, .abi = emitter->abi, .point = point};
        for (uint32_t number = 0; number < point->count && !emitter->stopped; number++) {
            dispute.oracle = NULL;
            point->make(&dispute, number);
            if (dispute.oracle != NULL)
                emit(&dispute);
        }
    }
}
