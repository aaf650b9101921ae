/* One chain, of which each word that a trace reads is missing in turn: what was found until then is shown,
 * and the trace ends.  So ends one on a machine where a page of the stack is not there at that moment.
 *
 * The chain is laid once more for each word, by the same draws. */
#include "../families.h"
#include "shapes/tables.h"
#include "unwinding.h"

enum { DEEP = 4 };

static const struct chain_kind {
    const char *name;
    unsigned styles;
    uint32_t modules;
    bool signal, flexible;
} kinds[] = {
    {"by-sp", 1 << STYLE_SP, 1, false, false},
    {"by-fp", 1 << STYLE_FP, 2, false, false},
    {"through-a-signal", SP_AND_FP, 1, true, false},
    {"from-memory", SP_AND_FP, 2, false, true}, /* the topmost CFA lies there */
};

static struct walk *lay(struct emitter *emitter, enum profile profile, enum abi abi,
                        const struct chain_kind *kind)
{
    struct walk *walk = gen_start_walk(emitter, profile, abi, "unwinding-missing");
    emitter->note = "Of the words that the trace needs one is missing, or none.";
    gen_add_usual_modules(walk, kind->modules);
    if (kind->flexible) {
        const uint32_t routine = gen_add_bare_routine(walk, 0);
        walk->routines[routine].fde_type = FDE_FLEX;
        gen_add_stage(walk, routine, FRAME, gen_rule_register_slot(gen_fresh_register(walk), 0),
                      gen_rule_slot(-8), gen_rule_slot(-16));
        gen_end_routine(walk, routine);
        gen_add_call(walk, routine, 0);
    }
    const uint32_t signal = kind->signal ? gen_add_signal_routine(walk, 0) : 0;
    gen_add_routines(walk, kind->styles, 4);
    if (kind->signal) {
        gen_exercises(emitter, "trace.signal");
        gen_add_callers(walk, 1);
        gen_add_call(walk, signal, 0);
    }
    gen_add_callers(walk, DEEP);
    return gen_lay_stack(walk) ? walk : NULL;
}

/* The word is the walk's WHICH-th, in the order in which they are read.  False: it has not so many. */
static bool spoil(struct walk *walk, uint32_t which)
{
    static const char *const names[] = {"-cfa-of-frame-", "-ra-of-frame-", "-fp-of-frame-"};
    for (uint32_t i = 0; i < walk->call_count; i++) {
        const struct call *call = &walk->calls[i];
        const uint64_t words[] = {call->cfa_word, call->ra_word, call->fp_word};
        for (uint32_t k = 0; k < COUNT(words); k++) {
            if (words[k] == 0 || which-- != 0)
                continue;
            gen_spoil_word(walk, words[k], 0);
            gen_stop_after(walk, i + 1, k > 0, STOP_MEMORY);
            gen_text_string(&walk->emitter->detail, names[k]);
            gen_text_unsigned(&walk->emitter->detail, i);
            return true;
        }
    }
    return false;
}

static void each_word(struct emitter *emitter, enum profile profile, enum abi abi,
                      const struct chain_kind *kind)
{
    const struct random random = emitter->random;
    bool more = true;
    for (uint32_t which = 0; more && !emitter->stopped; which++) {
        emitter->random = random;
        struct walk *walk = lay(emitter, profile, abi, kind);
        if (walk == NULL)
            return;
        gen_text_string(gen_detail(emitter), kind->name);
        more = spoil(walk, which);
        if (!more)
            gen_text_string(&emitter->detail, "-none");
        gen_finish_walk(walk, gen_text_c(&emitter->detail));
    }
}

static void every_kind(struct emitter *emitter, enum profile profile, enum abi abi)
{
    for (unsigned i = 0; i < COUNT(kinds); i++)
        if ((!kinds[i].signal || gen_profile_facts[profile].has_signal) &&
            (!kinds[i].flexible || has_clear_flexible(profile, abi)))
            each_word(emitter, profile, abi, &kinds[i]);
}

void gen_family_unwinding_missing(struct emitter *emitter)
{
    gen_for_wanted(emitter, every_kind);
}
