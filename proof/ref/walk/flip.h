/* flip.c itself, for proofs of its static functions; what it exports has another name here. */
#pragma once

#include "../invariants.h"

#define sfr_flip flipped
#include "ref/lib/flip.c"
