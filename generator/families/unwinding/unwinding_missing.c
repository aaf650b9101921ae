/* Chains in which each word that a trace reads is missing in turn: the trace ends there, with the frames
 * found so far.  On real machines this happens if a page of the stack is not in memory.
 *
 * For each word the same chain is laid again, with the same draws. */
#include "../families.h"
#include "unwinding.h"

enum { DEEP = 4 };

/* The kinds of a chain's frames, from the topmost one on. */
enum routine_kind { BY_SP, BY_FP, SIGNAL, FROM_MEMORY /* its CFA lies in memory */ };

static const struct chain_kind {
    const char *name;
    enum routine_kind frames[DEEP];
} kinds[] = {
    {"by-sp", {BY_SP, BY_SP, BY_SP, BY_SP}},
    {"by-fp", {BY_FP, BY_FP, BY_FP, BY_FP}},
    {"mixed", {BY_SP, BY_FP, BY_SP, BY_FP}},
    {"through-a-signal", {BY_SP, SIGNAL, BY_FP, BY_SP}},
    {"from-memory", {FROM_MEMORY, BY_SP, BY_FP, BY_SP}},
};

static void add_frame(struct walk *walk, enum routine_kind kind, unsigned module)
{
    if (kind == BY_SP)
        gen_add_call(walk, gen_add_plain(walk, module, FRAME), 0);
    else if (kind == BY_FP)
        gen_add_call(walk, gen_add_routine(walk, module, STYLE_FP), 2);
    else if (kind == SIGNAL)
        gen_add_call(walk, gen_add_signal_routine(walk, module), 0);
    else
        gen_add_call(walk, gen_add_flexible_cfa(walk, FRAME, gen_rule_register_slot(ANY_REGISTER, 0)), 0);
}

static struct walk *lay(struct emitter *emitter, const struct chain_kind *kind)
{
    struct walk *walk = gen_start_walk(emitter, "unwinding-missing",
                                       "Of the words that the trace needs one is missing, or none.", 2);
    for (uint32_t i = 0; i < DEEP; i++) {
        if (kind->frames[i] == SIGNAL)
            gen_exercises(emitter, "trace.signal");
        add_frame(walk, kind->frames[i], i % 2);
    }
    gen_lay_stack(walk);
    return walk;
}

/* Makes the word number WHICH (from 0) that the walk reads unreadable, and ends the trace there.  False: the
 * walk reads fewer words, and stays as it is.  NAME gets the vector's name. */
static bool spoil(struct walk *walk, uint32_t which, const char *kind, char name[MAX_ID])
{
    static const char *const names[] = {"cfa", "ra", "fp"};
    for (uint32_t i = 0; i < walk->call_count; i++) {
        const struct call *call = &walk->calls[i];
        const uint64_t words[] = {call->cfa_word, call->ra_word, call->fp_word};
        for (uint32_t k = 0; k < COUNT(words); k++) {
            if (words[k] == 0 || which-- != 0)
                continue;
            gen_spoil_word(walk, words[k], 0);
            gen_stop_after(walk, i + 1, k > 0, STOP_MEMORY);
            gen_print(name, MAX_ID, "%s-%s-of-frame-%u", kind, names[k], i);
            return true;
        }
    }
    gen_print(name, MAX_ID, "%s-none", kind);
    return false;
}

static void each_word(struct emitter *emitter, const struct chain_kind *kind)
{
    const struct random random = emitter->random;
    bool more = true;
    for (uint32_t which = 0; more && !emitter->stopped; which++) {
        emitter->random = random;
        struct walk *walk = lay(emitter, kind);
        more = spoil(walk, which, kind->name, emitter->detail);
        gen_finish_walk(walk, emitter->detail);
    }
}

static bool can_have(const struct chain_kind *kind, enum profile profile, enum abi abi)
{
    for (uint32_t i = 0; i < DEEP; i++)
        if ((kind->frames[i] == SIGNAL && !gen_profile_facts[profile].has_signal) ||
            (kind->frames[i] == FROM_MEMORY && !has_clear_flexible(profile, abi)))
            return false;
    return true;
}

void gen_family_unwinding_missing(struct emitter *emitter)
{
    for (unsigned i = 0; i < COUNT(kinds); i++)
        if (can_have(&kinds[i], emitter->profile, emitter->abi))
            each_word(emitter, &kinds[i]);
}
