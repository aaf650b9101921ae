/* lookup.c as it is, for proofs of what it does not show to others. */
#ifndef REF_PROOF_LOOKUP_H
#define REF_PROOF_LOOKUP_H

#include "invariants.h"

#define sfr_survey    surveyed
#define sfr_lookup_in looked_up_in
#define sfr_lookup    looked_up
#include "../lib/lookup.c"

#endif
