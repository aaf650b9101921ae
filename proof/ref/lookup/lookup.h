/* lookup.c as it is, for proofs of what it does not show to others. */
#pragma once

#include "../invariants.h"

#define sfr_survey    surveyed
#define sfr_lookup_in looked_up_in
#define sfr_lookup    looked_up
#include "ref/lib/lookup.c"
