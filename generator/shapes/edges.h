/* Shared by families: lookups around the edges of a model. */
#pragma once

#include "emit/vector.h"

enum edge_side { EDGE_BEFORE = 1, EDGE_AT = 2, EDGE_AFTER = 4, EDGE_ALL = 7 };

/* Makes the bytes of a valid section, and emits decode and check.  False: there are no bytes. */
bool gen_emit_valid(struct emitter *emitter);

/* Emits a lookup at each wanted side of each edge of each function: its start, each row (of a mask function, in its
 * first and its last block) and its end.  Details: f0-start-at, f0-r1-before, f0-b3-r1-after, f0-end-at. */
void gen_emit_edges(struct emitter *emitter, unsigned sides);

/* Both. */
void gen_emit_all(struct emitter *emitter, unsigned sides);

/* A set of PCs, in the order in which they were added. */
enum { MAX_EDGE_PCS = 64 };

struct edge_pcs {
    uint32_t count;
    uint64_t list[MAX_EDGE_PCS];
};

void gen_add_edge_pc(struct edge_pcs *pcs, uint64_t pc);

/* The size of the block for which a function's rows are: the whole of an increment function.  Masks of
 * version 1 do not say it: 16, as in a usual PLT. */
uint32_t gen_edge_block(const struct function *function);

/* The CFA's offset that a word of a default row stands for. */
int64_t gen_cfa_of_word(enum abi abi, int64_t word);

/* The word, or the nearest one whose offset 32 bits hold: on s390x others rest on an open point. */
int64_t gen_clear_cfa_word(enum abi abi, int64_t word);
