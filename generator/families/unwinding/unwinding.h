/* What the files of unwinding share. */
#ifndef GENERATOR_FAMILIES_UNWINDING_UNWINDING_H
#define GENERATOR_FAMILIES_UNWINDING_UNWINDING_H

#include "shapes/chains.h"

enum { FRAME = 256 /* bytes, of a flexible routine */ };

/* Every reason to stop. */
void gen_every_stop(struct emitter *emitter);

#endif
