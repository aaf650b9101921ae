/* lookup.c itself, for proofs of its static functions; what it exports has other names here. */
#pragma once

#include "../invariants.h"

#define sfr_survey    surveyed
#define sfr_lookup_in looked_up_in
#define sfr_lookup    looked_up
#include "ref/lib/lookup.c"
