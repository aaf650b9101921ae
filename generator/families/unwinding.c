/* Unwindings whose frames nobody disputes: call chains drawn by chance, and each reason to stop.
 *
 * Nothing here rests on an open point: a caller's PC and the byte before it lie in one row, words lie at
 * multiples of 8, the FP is never 0, and SP rises.  What is disputed is in unwinding_open.c. */
#include "../families.h"
#include "../sets.h"
#include "../walk.h"

static const char *const trace_clauses[] = {"trace.frame",   "trace.first",   "trace.base",
                                            "trace.offsets", "trace.sp",      "trace.pc",
                                            "trace.fp",      "trace.fp-kept", "trace.no-row"};

static struct walk *start(struct emitter *emitter, enum profile profile, enum abi abi, const char *shape)
{
    struct walk *walk = begin_walk(emitter, profile, abi, shape);
    for (unsigned i = 0; i < sizeof trace_clauses / sizeof *trace_clauses && profile >= PROFILE_V2E1; i++)
        exercises(emitter, trace_clauses[i]);
    return walk;
}

/* --- Chains by chance -------------------------------------------------------------------------------------
 */

static uint32_t draw_stage(struct walk *walk, uint32_t routine, bool calls)
{
    const struct routine *it = &walk->routines[routine];
    uint32_t stage;
    do
        stage = (uint32_t)draw(walk, it->stage_count);
    while (calls && !it->stages[stage].calls);
    return stage;
}

static bool can_call(const struct walk *walk, uint32_t routine)
{
    for (uint32_t i = 0; i < walk->routines[routine].stage_count; i++)
        if (walk->routines[routine].stages[i].calls)
            return true;
    return false;
}

/* Callers of whatever is there, any of the routines, some of them more than once. */
static void add_callers(struct walk *walk, uint32_t depth)
{
    while (walk->call_count < depth && !walk->emitter->stopped) {
        uint32_t routine = (uint32_t)draw(walk, walk->routine_count);
        bool calls = walk->call_count > 0;
        if (!calls || can_call(walk, routine))
            add_call(walk, routine, draw_stage(walk, routine, calls));
    }
}

/* At least one of them can call. */
static void add_routines(struct walk *walk, unsigned styles, uint32_t count)
{
    static const enum style always = STYLE_SP;
    for (uint32_t i = 0; i < count; i++) {
        enum style style = (enum style)draw(walk, STYLES);
        while ((styles >> style & 1) == 0)
            style = (enum style)draw(walk, STYLES);
        add_routine(walk, (unsigned)draw(walk, walk->module_count),
                    i == 0 && (styles & 6) == 6 ? always : style);
    }
}

static void finish(struct walk *walk, const char *name)
{
    demand_class(walk->emitter, CLASS_VALID);
    if (lay_stack(walk) && describe(walk))
        emit_walk(walk, name);
}

static const char *numbered(struct walk *walk, const char *word, uint32_t number)
{
    struct text *text = detail(walk->emitter);
    text_string(text, word);
    text_unsigned(text, number);
    return text_c(text);
}

enum { SP_AND_FP = 1 << STYLE_SP | 1 << STYLE_FP, ANY_STYLE = SP_AND_FP | 1 << STYLE_LEAF };

static const struct kind_of_chain {
    const char *shape;
    unsigned styles, abis;
    uint32_t modules, least, most, count;
} kinds_of_chain[] = {
    {"unwinding-from-sp", 1 << STYLE_SP, ANY_ABI, 1, 2, 10, 20},
    {"unwinding-from-fp", 1 << STYLE_FP, ANY_ABI, 1, 2, 10, 20},
    {"unwinding-mixed", ANY_STYLE, ANY_ABI, 1, 1, 30, 40},
    {"unwinding-modules-2", ANY_STYLE, ANY_ABI, 2, 2, 16, 15},
    {"unwinding-modules-3", ANY_STYLE, ANY_ABI, 3, 3, 16, 15},
    {"unwinding-modules-4", ANY_STYLE, ANY_ABI, 4, 4, 20, 15},
};

static void chains(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < sizeof kinds_of_chain / sizeof *kinds_of_chain; i++) {
        const struct kind_of_chain *kind = &kinds_of_chain[i];
        for (uint32_t k = 0; k < kind->count && !emitter->stopped; k++) {
            struct walk *walk = start(emitter, profile, abi, kind->shape);
            add_usual_modules(walk, kind->modules);
            add_routines(walk, kind->styles, 2 + (uint32_t)draw(walk, 3 * kind->modules + 4));
            add_callers(walk, kind->least + (uint32_t)draw(walk, kind->most - kind->least + 1));
            finish(walk, numbered(walk, "chain-", k));
        }
    }
}

void family_unwinding(struct emitter *emitter)
{
    for_wanted(emitter, chains);
}
