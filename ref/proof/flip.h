/* flip.c as it is, for proofs of what it does not show to others. */
#ifndef SFR_PROOF_FLIP_H
#define SFR_PROOF_FLIP_H

#include "invariants.h"

#define sfr_flip flipped
#include "../lib/flip.c"

#endif
