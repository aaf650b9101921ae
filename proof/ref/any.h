/* An input of each proof of ref/lib: any profile, or the one that proofs.txt names. */
#pragma once

#include "../unknowns.h"

#include "ref/lib/internal.h"

/* All profiles, or one, by which a proof that takes long is split. */
#ifdef PROFILE
#define ANY_PROFILE ((enum sfr_profile)PROFILE)
#else
#define ANY_PROFILE ((enum sfr_profile)nondet_u32())
#endif
