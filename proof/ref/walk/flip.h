/* flip.c as it is, for proofs of what it does not show to others. */
#ifndef PROOF_REF_WALK_FLIP_H
#define PROOF_REF_WALK_FLIP_H

#include "../invariants.h"

#define sfr_flip flipped
#include "ref/lib/flip.c"

#endif
