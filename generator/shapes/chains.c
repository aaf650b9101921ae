#include "chains.h"

static const struct walks *present; /* static, as gen_for_wanted() hands no context on */

static void make_walks(struct emitter *emitter)
{
    const bool has = applies(present->profiles, present->abis, emitter->profile, emitter->abi);
    for (uint32_t number = 0; has && number < present->count && !emitter->stopped; number++)
        present->make(emitter, number);
}

void gen_make_walks(struct emitter *emitter, const struct walks *rows, unsigned count)
{
    for (present = rows; present < rows + count; present++)
        gen_for_wanted(emitter, make_walks);
}

struct walk *gen_start_walk(struct emitter *emitter, const char *shape, const char *note, uint32_t modules)
{
    static const char *const clauses[] = {"trace.frame",   "trace.first",   "trace.base",
                                          "trace.offsets", "trace.sp",      "trace.pc",
                                          "trace.fp",      "trace.fp-kept", "trace.no-row"};
    struct walk *walk = gen_begin_walk(emitter, shape);
    bool described = gen_profile_facts[emitter->profile].describes_tracing;
    for (unsigned i = 0; i < sizeof clauses / sizeof *clauses && described; i++)
        gen_exercises(emitter, clauses[i]);
    emitter->note = note;
    if (modules > 0)
        gen_add_usual_modules(walk, modules);
    return walk;
}

void gen_add_routines(struct walk *walk, unsigned styles, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        enum style style;
        do
            style = (enum style)gen_draw(walk, STYLES);
        while ((styles >> style & 1) == 0 || (i == 0 && style == STYLE_LEAF && styles != 1 << STYLE_LEAF));
        gen_add_routine(walk, (unsigned)gen_draw(walk, walk->module_count), style);
    }
}

static bool can_call(const struct walk *walk, uint32_t number)
{
    const struct routine *routine = &walk->routines[number];
    for (uint32_t i = 0; i < routine->stage_count; i++)
        if (routine->stages[i].calls)
            return true;
    return false;
}

static uint32_t draw_stage(struct walk *walk, uint32_t number, bool calls)
{
    const struct routine *routine = &walk->routines[number];
    uint32_t stage;
    do
        stage = (uint32_t)gen_draw(walk, routine->stage_count);
    while (calls && !routine->stages[stage].calls);
    return stage;
}

void gen_add_callers(struct walk *walk, uint32_t depth)
{
    while (walk->call_count < depth && walk->call_count < MAX_CALLS) {
        uint32_t number = (uint32_t)gen_draw(walk, walk->routine_count);
        bool calls = walk->call_count > 0;
        if (walk->routines[number].usual && (!calls || can_call(walk, number)))
            gen_add_call(walk, number, draw_stage(walk, number, calls));
    }
}

uint32_t gen_add_signal_routine(struct walk *walk, unsigned module)
{
    uint32_t number = gen_add_bare_routine(walk, module);
    int64_t size = cfa_at_entry(walk->abi) + 0x200;
    walk->routines[number].signal = true;
    gen_add_saving(walk, number, size);
    gen_add_stage(walk, number, size, gen_rule_fp(48), gen_saved_ra(walk), gen_rule_slot(-16));
    gen_end_routine(walk, number);
    return number;
}

void gen_finish_walk(struct walk *walk, const char *name)
{
    if (walk->trace.count == 0)
        gen_lay_stack(walk);
    if (walk->emitter->demanded_class < 0)
        gen_demand_class(walk->emitter, CLASS_VALID);
    if (!walk->emitter->stopped && gen_describe(walk, name))
        gen_emit_walk(walk, name);
}

/* --- Masks ---------------------------------------------------------------------------------------------- */

/* None; for addresses of 48 bits without and with the top byte, of 39, and of 52 bits. */
static const uint64_t pac_masks[] = {0, UINT64_C(0x007f000000000000), UINT64_C(0xff7f000000000000),
                                     UINT64_C(0xff7fff8000000000), UINT64_C(0xff70000000000000)};

static bool fits_mask(const struct walk *walk)
{
    for (uint32_t i = 0; i < walk->call_count; i++)
        if (gen_strip(walk, walk->calls[i].frame.pc) != walk->calls[i].frame.pc)
            return false;
    return true;
}

void gen_set_pac_mask(struct walk *walk, uint32_t number)
{
    enum { MASKS = sizeof pac_masks / sizeof *pac_masks };
    walk->scenario.pac_mask = pac_masks[number % MASKS];
    if (!fits_mask(walk))
        walk->scenario.pac_mask = pac_masks[1];
}
