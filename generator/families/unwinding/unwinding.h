/* What the files of unwinding share. */
#ifndef GENERATOR_FAMILIES_UNWINDING_UNWINDING_H
#define GENERATOR_FAMILIES_UNWINDING_UNWINDING_H

#include "shapes/chains.h"

enum { FRAME = 256 /* bytes, of a flexible routine */ };

/* The vector of a walk whose stack is laid. */
void gen_finish_walk(struct walk *walk, const char *name);

/* Every reason to stop. */
void gen_every_stop(struct emitter *emitter);

#endif
