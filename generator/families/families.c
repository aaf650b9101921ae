#include "families.h"

#include "cases.h"

#include <string.h>

/* For each family of the kind EACH: a function that calls it for each wanted profile and ABI. */
#define EACH(name, times, words)                                                                             \
    static void each_##name(struct emitter *emitter)                                                         \
    {                                                                                                        \
        gen_for_wanted(emitter, gen_family_##name);                                                          \
    }
#define NONE(name, times, words)
FAMILIES(EACH, NONE, NONE)
#undef NONE
#undef EACH

static const struct family {
    const char *name;
    enum times times;
    const char *words;
    void (*run)(struct emitter *emitter);
} families[FAMILY_COUNT] = {
#define EACH(name, times, words) {#name, times, words, each_##name},
#define FAMILY(name, times, words) {#name, times, words, gen_family_##name},
#define CASES(name, times, words) {#name, times, words, gen_emit_cases},
    FAMILIES(EACH, FAMILY, CASES)
#undef CASES
#undef FAMILY
#undef EACH
};

const char *gen_family_name(unsigned number)
{
    return families[number].name;
}

const char *gen_family_words(unsigned number)
{
    return families[number].words;
}

bool gen_is_family_of_cases(unsigned number)
{
    return families[number].run == gen_emit_cases;
}

void gen_run_family_number(struct emitter *emitter, unsigned number)
{
    gen_run_family(emitter, families[number].name, families[number].run);
}

static void run_for(struct emitter *emitter, unsigned number, unsigned profiles, bool pcrel)
{
    emitter->profiles = profiles;
    emitter->pcrel = pcrel;
    emitter->draws_on = families[number].times == DRAWN;
    if (!emitter->stopped)
        gen_run_family_number(emitter, number);
}

/* Of vectors with the same traits the first one becomes core.  So profiles without flag 0x4 come first; of
 * the others, the run with the flag, as producers write it, comes before the run without. */
static void run_once_or_twice(struct emitter *emitter, unsigned number)
{
    const unsigned all = (1U << PROFILES) - 1;
    unsigned flagged = 0;
    for (enum profile profile = PROFILE_V1; profile < PROFILES; profile++)
        flagged |= has_pcrel(profile) ? 1U << profile : 0;
    if (families[number].times != TWICE) {
        run_for(emitter, number, all, false);
    } else {
        run_for(emitter, number, all & ~flagged, false);
        run_for(emitter, number, flagged, true);
        run_for(emitter, number, flagged, false);
    }
}

void gen_run_families(struct emitter *emitter, const struct selection *selection, struct sink *sink,
                      uint64_t seed)
{
    gen_emitter_init(emitter, selection, sink, seed);
    for (unsigned i = 0; i < FAMILY_COUNT && !emitter->stopped; i++) {
        if (selection->family != NULL && strcmp(selection->family, families[i].name) != 0)
            continue;
        run_once_or_twice(emitter, i);
    }
}
