/* Inputs of a proof of ref/lib: any profile. */
#ifndef REF_PROOF_ANY_H
#define REF_PROOF_ANY_H

#include "unknowns.h"

#include "../lib/internal.h"

/* All profiles, or one, by which a proof that takes long is split. */
#ifdef PROFILE
#define ANY_PROFILE ((enum sfr_profile)PROFILE)
#else
#define ANY_PROFILE ((enum sfr_profile)nondet_u32())
#endif

#endif
