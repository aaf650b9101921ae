/* flip.c as it is, for proofs of what it does not show to others. */
#pragma once

#include "../invariants.h"

#define sfr_flip flipped
#include "ref/lib/flip.c"
