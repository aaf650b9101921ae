/* Events in a frame, each with every two of these attributes: how far out the frame is, in which module, of
 * which kind it and its neighbours are, and where code and stack lie. */
#include "../beside/attributes.h"
#include "../families.h"
#include "unwinding.h"

enum trace_attribute { DEPTH, MODULES, STYLE, ABOVE, STARTS, CODE, STACK, BEYOND, TRACE_ATTRIBUTES };

enum { IN_ONE, IN_ITS_OWN, IN_EACH };
enum { BY_SP, BY_FP, BY_SIGNAL };

static const struct attribute attributes[TRACE_ATTRIBUTES] = {
    [DEPTH] = {"frame", {"topmost", "second", "third", "sixth"}, ALL, ANY_ABI},
    [MODULES] = {"modules", {"one", "its own and one", "one for each frame"}, ALL, ANY_ABI},
    [STYLE] = {"it keeps its frame by", {"SP", "FP"}, ALL, ANY_ABI},
    [ABOVE] = {"called", {"one with SP", "one with FP", "a signal frame"}, ALL, ANY_ABI},
    [STARTS] = {"starts", {"as producers write them", "from the section"}, E1ON, ANY_ABI},
    [CODE] = {"code", {"low", "high", "in the upper half"}, ALL, ANY_ABI},
    [STACK] = {"stack", {"low", "in the upper half"}, ALL, ANY_ABI},
    [BEYOND] = {"beyond it", {"no frame", "one", "a signal frame"}, ALL, ANY_ABI},
};

static const struct attribute_table table = {attributes, TRACE_ATTRIBUTES};

/* --- Frames --------------------------------------------------------------------------------------------- */

/* A routine that has saved RA and FP from its first byte on. */
static uint32_t add_framed(struct walk *walk, unsigned module, bool by_fp)
{
    const uint32_t routine = gen_add_plain(walk, module, FRAME);
    if (by_fp)
        gen_first_row(walk, routine)->cfa = gen_rule_fp(48);
    return routine;
}

static uint32_t add_without_rows(struct walk *walk, unsigned module, bool by_fp)
{
    (void)by_fp;
    const uint32_t routine = gen_add_bare_routine(walk, module);
    gen_end_routine(walk, routine);
    return routine;
}

/* A routine that does not change FP. */
static uint32_t add_keeping_fp(struct walk *walk, unsigned module, bool by_fp)
{
    const uint32_t routine = add_framed(walk, module, false);
    (void)by_fp;
    gen_first_row(walk, routine)->fp = gen_rule_unsaid();
    return routine;
}

static uint32_t add_signal(struct walk *walk, unsigned module, bool by_fp)
{
    (void)by_fp;
    gen_exercises(walk->emitter, "trace.signal");
    return gen_add_signal_routine(walk, module);
}

/* --- Events --------------------------------------------------------------------------------------------- */

/* An event: the routine that it needs, what happens once the stack is laid, and why the trace ends there. */
static const struct event {
    const char *name;
    unsigned profiles, abis;
    uint32_t (*add)(struct walk *walk, unsigned module, bool by_fp);
    enum stop stop;   /* STOP_NO_FUNCTION: it does not end there; STOP_OUTERMOST: no frame lies beyond */
    bool of_fp;       /* STOP_MEMORY: it is about the word for FP, not for RA */
    uint32_t present; /* STOP_MEMORY: how many bytes of the word can be read */
} events[] = {
    {"goes-on", ALL, ANY_ABI, add_framed, STOP_NO_FUNCTION, false, 0},
    {"keeps-fp", ALL, NOT_ARM, add_keeping_fp, STOP_NO_FUNCTION, false, 0},
    {"signal", V3, ANY_ABI, add_signal, STOP_NO_FUNCTION, false, 0},
    {"limit", ALL, ANY_ABI, add_framed, STOP_LIMIT, false, 0},
    {"no-ra", ALL, ANY_ABI, add_framed, STOP_MEMORY, false, 0},
    {"half-ra", ALL, ANY_ABI, add_framed, STOP_MEMORY, false, 4},
    {"no-fp", ALL, ANY_ABI, add_framed, STOP_MEMORY, true, 0},
    {"half-fp", ALL, ANY_ABI, add_framed, STOP_MEMORY, true, 7},
    {"no-rows", V3, ANY_ABI, add_without_rows, STOP_OUTERMOST, false, 0},
};

static void happen(struct walk *walk, const struct event *event, uint32_t frame)
{
    const struct call *const call = &walk->calls[frame];
    if (event->stop == STOP_LIMIT)
        walk->scenario.limit = frame + 1;
    if (event->stop == STOP_MEMORY)
        gen_spoil_word(walk, event->of_fp ? call->fp_word : call->ra_word, event->present);
    if (event->stop != STOP_NO_FUNCTION)
        gen_stop_after(walk, frame + 1, event->stop != STOP_OUTERMOST, event->stop);
}

/* --- Walks ---------------------------------------------------------------------------------------------- */

static void add_modules(struct walk *walk, const uint8_t *values)
{
    static const uint64_t bases[] = {0x400000, 0x7f1234500000, 0xffffffff81000000};
    enum { MOST_FRAMES = 7, APART = 0x100000 };
    const uint32_t counts[] = {[IN_ONE] = 1, [IN_ITS_OWN] = 2, [IN_EACH] = MOST_FRAMES};
    for (uint32_t i = 0; i < counts[values[MODULES]]; i++)
        gen_add_module(walk, bases[values[CODE]] + APART * (uint64_t)i + 0x8000,
                       bases[values[CODE]] + APART * (uint64_t)i);
}

static unsigned module_of(const uint8_t *values, uint32_t frame, bool is_event)
{
    return values[MODULES] == IN_EACH ? frame : values[MODULES] == IN_ITS_OWN && is_event ? 1 : 0;
}

static uint32_t add_of_kind(struct walk *walk, unsigned module, unsigned kind)
{
    const bool by_signal = kind == BY_SIGNAL && gen_profile_facts[walk->profile].has_signal;
    return (by_signal ? add_signal : add_framed)(walk, module, kind == BY_FP);
}

/* Adds all frames, and returns which of them is the event's. */
static uint32_t add_frames(struct walk *walk, const uint8_t *values, const struct event *event)
{
    static const uint32_t depths[] = {0, 1, 2, 5};
    const uint32_t depth = depths[values[DEPTH]];
    const bool ends = values[BEYOND] == 0 || event->stop == STOP_OUTERMOST;
    for (uint32_t i = 0; i <= depth + !ends; i++) {
        const unsigned module = module_of(values, i, i == depth);
        const unsigned kind = i + 1 == depth        ? values[ABOVE]
                              : i < depth           ? i % 2
                              : values[BEYOND] == 1 ? BY_FP
                                                    : BY_SIGNAL;
        gen_add_call(walk,
                     i == depth ? event->add(walk, module, values[STYLE] == BY_FP)
                                : add_of_kind(walk, module, kind),
                     0);
    }
    return depth;
}

static void make_walk(struct emitter *emitter, const struct event *event, const uint8_t *values, uint32_t number)
{
    static struct cells cells;
    struct walk *const walk = gen_start_walk(emitter, "unwinding-beside", "", 0);
    gen_say_cells(&cells, &table, event->name, walk->profile, walk->abi, values);
    emitter->vector.cells = &cells;
    if (has_pcrel(walk->profile) && values[STARTS] == 0)
        walk->flags |= FLAG_PCREL;
    walk->world.sp = values[STACK] == 0 ? 0x7ffd00100000 : 0xffffc90000100000;
    walk->world.fp = walk->world.sp + 64;
    add_modules(walk, values);
    const uint32_t frame = add_frames(walk, values, event);
    gen_lay_stack(walk);
    happen(walk, event, frame);
    FINISH(walk, "%s-%u", event->name, number);
}

void gen_family_unwinding_beside(struct emitter *emitter)
{
    const struct covering_array array = gen_every_two(&table, emitter->profile, emitter->abi);
    for (unsigned i = 0; i < COUNT(events); i++)
        if (applies(events[i].profiles, events[i].abis, emitter->profile, emitter->abi))
            for (uint32_t number = 0; number < array.count && !emitter->stopped; number++)
                make_walk(emitter, &events[i], array.rows[number].values, number);
}
