/* What the oracle reads in bytes, held against the generator's model by value.  Whatever differs is a broken
 * law, told with its place. */
#ifndef FUZZ_AGREE_DEMAND_H
#define FUZZ_AGREE_DEMAND_H

#include "model.h"
#include "sframe-ref.h"

/* Header, functions, rows and rules. */
void demand_reading(const struct section *model, const struct sfr_section *section);

/* What holds at a PC. */
void demand_lookup(const struct section *model, const struct sfr_section *section, uint64_t pc);

/* The same at the edges of a function and its rows, and beside them; as many as asked for, from the one that
 * the choice says on. */
void demand_edges(const struct section *model, const struct sfr_section *section, uint64_t choice,
                  unsigned most);

/* A PC at or beside an edge of the model; any number chooses one. */
uint64_t edge_of(const struct section *model, uint64_t choice);

#endif
