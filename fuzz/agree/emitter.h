/* The generator's emitter, ready for an input: all vectors are wanted, and each is passed to TAKE. */
#pragma once

#include "draw.h"
#include "emit/vector.h"

/* Returns the same emitter each time, so TAKE must be the same. */
struct emitter *emitter_anew(bool (*take)(struct sink *sink, const struct vector *vector));

/* Emits some vectors of one of the generator's families; choices pick the family, the vectors and the seed.
 */
void emit_some_family(struct emitter *emitter, struct choices *choices);
