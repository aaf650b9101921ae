/* What the files of unwinding_places share. */
#ifndef GENERATOR_FAMILIES_UNWINDING_UNWINDING_PLACES_H
#define GENERATOR_FAMILIES_UNWINDING_UNWINDING_PLACES_H

#include "shapes/chains.h"

/* A signal frame of flexible rules that keeps all it restores at fixed places from SP, as a kernel lays it.
 */
uint32_t gen_add_context(struct walk *walk);

/* The points of the ledger that are at issue there, for one profile and ABI. */
void gen_every_open_place(struct emitter *emitter);

#endif
