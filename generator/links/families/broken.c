/* Broken links: placeholder until the next commit. */
#include "../families.h"

void gen_links_broken(struct link_emitter *emitter)
{
    (void)emitter;
}
