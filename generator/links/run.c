/* All links that are asked for. */
#include "emit/vector.h"
#include "exports/export_place.h"
#include "families.h"

#include <string.h>

static const struct {
    const char *name;
    enum link_runs runs;
    const char *words;
    void (*run)(struct link_emitter *emitter);
} families[] = {
#define FAMILY(name, runs, words) {#name, runs, words, gen_links_##name},
    LINK_FAMILIES(FAMILY)
#undef FAMILY
};

enum { FAMILIES_OF_LINKS = sizeof families / sizeof *families };

bool gen_take_link_family(void *to, const char *name)
{
    *(const char **)to = name;
    for (size_t i = 0; i < FAMILIES_OF_LINKS; i++)
        if (strcmp(families[i].name, name) == 0)
            return true;
    return false;
}

void gen_list_link_families(FILE *file)
{
    for (size_t i = 0; i < FAMILIES_OF_LINKS; i++)
        fprintf(file, "%-12s %s\n", families[i].name, families[i].words);
}

void gen_for_links(struct link_emitter *emitter, bool usual_only, void (*make)(struct link_emitter *emitter))
{
    for (unsigned manner = 0; manner < LINK_MANNERS; manner++)
        for (int abi = 0; abi < ABIS; abi++)
            for (int mode = 0; mode < LINK_MODES; mode++)
                if ((gen_link_manners[manner].usual || !usual_only) &&
                    (gen_link_manners[manner].abis >> abi & 1) != 0 &&
                    gen_link_machines[abi].filler_size != 0) { /* else the ABI has no row there */
                    emitter->manner = &gen_link_manners[manner];
                    emitter->abi = (enum abi)abi;
                    emitter->mode = (enum link_mode)mode;
                    make(emitter);
                }
}

static void write_out(void *into, const char *bytes, size_t length)
{
    if (into != NULL)
        gen_outlet_write(into, bytes, length);
}

static uint64_t seed_of(const struct link_emitter *emitter)
{
    uint64_t seed = emitter->selection->seed;
    for (const char *at = emitter->family; *at != '\0'; at++)
        seed = seed * 131 + (unsigned char)*at;
    return seed;
}

static void run_one(struct link_emitter *emitter, const char *name, enum link_runs runs,
                    void (*run)(struct link_emitter *emitter))
{
    emitter->family = name;
    emitter->random.state = seed_of(emitter);
    if (runs == BY_ITSELF)
        run(emitter);
    else
        gen_for_links(emitter, runs == USUAL_LINKS, run);
}

bool gen_run_links(struct link_emitter *emitter, const struct link_selection *selection,
                   struct outlet *outlet)
{
    emitter->selection = selection;
    gen_text_init(&emitter->text, emitter->buffer, sizeof emitter->buffer);
    emitter->text.drain = write_out;
    emitter->text.into = outlet;
    gen_text_init(&emitter->options, emitter->options_buffer, sizeof emitter->options_buffer);
    gen_text_init(&emitter->truths, emitter->truths_buffer, sizeof emitter->truths_buffer);
    gen_text_init(&emitter->gone, emitter->gone_buffer, sizeof emitter->gone_buffer);
    gen_text_init(&emitter->silent, emitter->silent_buffer, sizeof emitter->silent_buffer);
    gen_text_init(&emitter->broken, emitter->broken_buffer, sizeof emitter->broken_buffer);
    if (selection->broken != 0)
        run_one(emitter, "broken", BY_ITSELF, gen_links_broken);
    for (size_t i = 0; i < FAMILIES_OF_LINKS && selection->broken == 0; i++)
        if (selection->family == NULL ? families[i].run != gen_links_mingled
                                      : strcmp(selection->family, families[i].name) == 0)
            run_one(emitter, families[i].name, families[i].runs, families[i].run);
    return emitter->fault == NULL;
}
