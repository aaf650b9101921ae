/* A link as texts: the tables of its objects, and what the linked section must say, in the notation. */
#ifndef GENERATOR_LINKS_SHOW_H
#define GENERATOR_LINKS_SHOW_H

#include "link_emitter.h"

void gen_show_link_begin(struct link_emitter *emitter);
/* The table that was filled in, and those of its functions that are kept for the end. */
void gen_show_table(struct link_emitter *emitter);
void gen_show_link_end(struct link_emitter *emitter, const char *link_class, const char *starts);

#endif
