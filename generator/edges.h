/* Shared by families: lookups around the edges of a model. */
#ifndef GENERATOR_EDGES_H
#define GENERATOR_EDGES_H

#include "vector.h"

enum edge_side { EDGE_BEFORE = 1, EDGE_AT = 2, EDGE_AFTER = 4, EDGE_ALL = 7 };

/* A lookup at each wanted side of each edge of each function: its start, each row (of a mask function, in its
 * first and its last block) and its end.  Details: f0-start-at, f0-r1-before, f0-b3-r1-after, f0-end-at. */
void emit_edges(struct emitter *emitter, unsigned sides);

/* Decode, check and the lookups. */
void emit_all(struct emitter *emitter, const char *name, unsigned sides);

/* The CFA's offset that a word of a default row stands for. */
int64_t cfa_of_word(enum abi abi, int64_t word);

#endif
