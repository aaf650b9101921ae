/* All links that are asked for. */
#include "exports/export_place.h"
#include "families.h"

#include <string.h>

static const struct {
    const char *name;
    bool usual_only;
    const char *words;
    void (*run)(struct link_emitter *emitter);
} families[] = {
#define FAMILY(name, usual_only, words) {#name, usual_only, words, gen_links_##name},
#define TEXT(name, words)               {#name, true, words, NULL},
    LINK_FAMILIES(FAMILY, TEXT)};

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
                    gen_link_machines[abi].filler_size != 0) { /* else the table has no row for the ABI */
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

static void begin_family(struct link_emitter *emitter, const char *name)
{
    emitter->family = name;
    emitter->random = random_named(emitter->selection->seed, name);
}

static void read_links(struct link_emitter *emitter)
{
    const struct link_selection *const selection = emitter->selection;
    gen_read_links(emitter, selection->read, selection->lines, selection->length);
}

bool gen_run_links(struct link_emitter *emitter, const struct link_selection *selection,
                   struct outlet *outlet)
{
    emitter->selection = selection;
    gen_text_init(&emitter->text, emitter->buffer, sizeof emitter->buffer);
    emitter->text.drain = write_out;
    emitter->text.into = outlet;
    if (selection->broken != 0) {
        begin_family(emitter, "broken");
        gen_links_broken(emitter);
    }
    if (selection->read != NULL) {
        begin_family(emitter, "read");
        gen_for_links(emitter, false, read_links);
    }
    for (size_t i = 0; i < FAMILIES_OF_LINKS && selection->broken == 0 && selection->read == NULL; i++)
        if (selection->family == NULL ? families[i].run != gen_links_mingled
                                      : strcmp(selection->family, families[i].name) == 0) {
            begin_family(emitter, families[i].name);
            if (families[i].run != NULL)
                gen_for_links(emitter, families[i].usual_only, families[i].run);
            gen_for_links(emitter, false, gen_links_of_text);
        }
    return emitter->fault == NULL;
}
