/* lookup.c as it is, for proofs of what it does not show to others. */
#ifndef PROOF_REF_LOOKUP_LOOKUP_H
#define PROOF_REF_LOOKUP_LOOKUP_H

#include "../invariants.h"

#define sfr_survey    surveyed
#define sfr_lookup_in looked_up_in
#define sfr_lookup    looked_up
#include "ref/lib/lookup.c"

#endif
