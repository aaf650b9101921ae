/* flip.c as it is, for proofs of what it does not show to others. */
#ifndef REF_PROOF_FLIP_H
#define REF_PROOF_FLIP_H

#include "invariants.h"

#define sfr_flip flipped
#include "../lib/flip.c"

#endif
