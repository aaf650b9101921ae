/* An input of each proof of ref/lib: any profile, or the one that proofs.txt names. */
#pragma once

#include "../unknowns.h"

#include "ref/lib/internal.h"

/* Any profile, or one: a proof that takes long is split by profiles. */
#ifdef PROFILE
#define ANY_PROFILE ((enum sfr_profile)PROFILE)
#else
#define ANY_PROFILE ((enum sfr_profile)nondet_u32())
#endif
