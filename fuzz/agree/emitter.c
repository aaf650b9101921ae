#include "emitter.h"

#include "families/families.h"
#include "law.h"

#include <string.h>

struct emitter *emitter_anew(bool (*take)(struct sink *sink, const struct vector *vector))
{
    static struct emitter emitter; /* too large for the stack */
    static struct selection selection;
    static struct sink sink;
    if (emitter.sink == NULL) {
        selection = gen_select_all();
        sink.take = take;
        gen_emitter_init(&emitter, &selection, &sink, 0);
    }
    emitter.family = "fuzz";
    emitter.stopped = false;
    emitter.fault = NULL;
    return &emitter;
}

/* --- A family of the generator ------------------------------------------------------------------------- */

enum { TAKEN = 8, TAKEN_AT_ONCE = 4000, PASSED_BY = 1024, LARGEST = 64, STRENGTH = 2 };

/* The emitter's own sink, with another in front that ends after some vectors. */
struct window {
    struct sink sink;
    struct sink *behind;
    uint32_t left;
};

static bool take(struct sink *sink, const struct vector *vector)
{
    /* The sink is the first member of a window. */
    struct window *const window = (struct window *)(void *)sink;
    return window->behind->take(window->behind, vector) && --window->left > 0;
}

void emit_some_family(struct emitter *emitter, struct choices *choices)
{
    const struct selection *const all = emitter->selection;
    /* Families from FAMILY_arrangement on are written as texts, so choices do not change them. */
    const unsigned family = (unsigned)draw_below(choices, FAMILY_arrangement);
    enum profile profile;
    enum abi abi;
    draw_text(choices, &profile, &abi);
    struct selection selection = gen_select_all();
    selection.profile = (int)profile;
    selection.abi = (int)abi;
    selection.largest = LARGEST;
    selection.strength = STRENGTH;
    /* Skipped sections cost little, skipped vectors much. */
    emitter->passed_by = draw_below(choices, PASSED_BY);
    emitter->seed = draw_number(choices, 8);
    /* Some mistakes show in one trace of hundreds.  Seeds ask for all traces; engines ask for all less often.
     */
    struct window window = {
        .sink = {.take = take}, .behind = emitter->sink, .left = draw_rarely(choices, 256) ? TAKEN_AT_ONCE : TAKEN};
    emitter->selection = &selection;
    emitter->sink = &window.sink;
    gen_run_family_number(emitter, family);
    /* One fault is no mistake of the generator: frames that are drawn may be larger than the room between two
     * stacks. */
    LAW(emitter->fault == NULL || strcmp(emitter->fault, "a walk lays two words at one place") == 0,
        "the generator stops in %s: %s", gen_family_name(family), emitter->fault);
    emitter->fault = NULL;
    emitter->selection = all;
    emitter->sink = window.behind;
    emitter->stopped = false;
    emitter->passed_by = 0;
}
