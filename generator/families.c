#include "families.h"

#include <string.h>

static const struct family {
    const char *name;
    enum times times;
    const char *words;
    void (*run)(struct emitter *emitter);
} families[FAMILY_COUNT] = {
#define FAMILY(name, times, words) {#name, times, words, gen_family_##name},
    FAMILIES(FAMILY)
#undef FAMILY
};

const char *gen_family_name(unsigned number)
{
    return families[number].name;
}

const char *gen_family_words(unsigned number)
{
    return families[number].words;
}

void gen_run_families(struct emitter *emitter, const struct selection *selection, struct sink *sink,
                      uint64_t seed)
{
    gen_emitter_init(emitter, selection, sink, seed);
    for (unsigned i = 0; i < FAMILY_COUNT && !emitter->stopped; i++) {
        if (selection->family != NULL && strcmp(selection->family, families[i].name) != 0)
            continue;
        /* What producers write comes first: of vectors that show the same the first one becomes core. */
        for (unsigned run = families[i].times == TWICE ? 0 : 1; run < 2; run++) {
            emitter->pcrel = run == 0;
            gen_run_family(emitter, families[i].name, families[i].run);
        }
    }
}
