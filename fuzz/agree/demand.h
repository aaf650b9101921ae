/* Compares what the oracle reads in bytes with the generator's model, by value.  A difference is a broken
 * law, which is reported with its place. */
#ifndef FUZZ_AGREE_DEMAND_H
#define FUZZ_AGREE_DEMAND_H

#include "model/model.h"
#include "sframe-ref.h"

/* Compares header, functions, rows and rules. */
void demand_reading(const struct section *model, const struct sfr_section *section);

/* Compares the answers at a PC. */
void demand_lookup(const struct section *model, const struct sfr_section *section, uint64_t pc);

/* Compares the answers at and beside the edges of functions and rows: COUNT of them, from the one that CHOICE
 * picks. */
void demand_edges(const struct section *model, const struct sfr_section *section, uint64_t choice,
                  unsigned most);

/* A PC at or beside an edge of the model; any number picks one. */
uint64_t edge_of(const struct section *model, uint64_t choice);

#endif
