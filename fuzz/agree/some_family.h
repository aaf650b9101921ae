/* Emits some vectors of one of the generator's families; choices pick the family, the vectors and the seed.
 */
#ifndef FUZZ_AGREE_SOME_FAMILY_H
#define FUZZ_AGREE_SOME_FAMILY_H

#include "draw.h"
#include "emit/vector.h"

void emit_some_family(struct emitter *emitter, struct choices *choices);

#endif
