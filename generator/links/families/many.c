/* Ladders: functions in a table, objects in a link, up to thousands. */
#include "../families.h"
#include "emit/sets.h"

void gen_links_many(struct link_emitter *emitter)
{
    static const struct {
        const char *name;
        unsigned objects, functions;
        bool once; /* in one emitter->mode only: it is large */
    } ladder[] = {
        {"functions-2", 1, 2, false},   {"functions-16", 1, 16, false},  {"functions-90", 2, 90, false},
        {"objects-3", 3, 1, false},     {"objects-8", 8, 4, false},      {"objects-50", 50, 2, false},
        {"objects-300", 300, 10, true}, {"objects-1000", 1000, 1, true}, {"objects-3000", 3000, 2, true}};
    for (size_t i = 0; i < COUNT(ladder); i++) {
        if ((ladder[i].once && emitter->mode != MODE_SHARED) ||
            !gen_begin_link(emitter, "%s", ladder[i].name))
            continue;
        for (unsigned j = 0; j < ladder[i].objects; j++)
            gen_add_leaves(emitter, ladder[i].functions);
        gen_end_link(emitter);
    }
}
