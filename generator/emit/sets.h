/* For tables of vectors: sets of profiles, of ABIs and of operations. */
#pragma once

#include "vector.h"

enum {
    V1 = 1 << PROFILE_V1,
    V2 = 1 << PROFILE_V2,
    V2E1 = 1 << PROFILE_V2E1,
    V2E2 = 1 << PROFILE_V2E2,
    ALL = (1 << PROFILES) - 1
};
enum { V12 = V1 | V2, ERRATA = V2E1 | V2E2, BEFORE_E2 = V12 | V2E1, BEFORE_V3 = V12 | ERRATA };
/* These sets, and V3, also hold every text that will come. */
enum { V2ON = ALL & ~V1, E1ON = V2ON & ~V2, E2ON = E1ON & ~V2E1, V3 = ALL & ~BEFORE_V3 };

enum {
    AMD = 1 << ABI_AMD64,
    ARM = 1 << ABI_AARCH64,
    ARM_BE = 1 << ABI_AARCH64_BE,
    S390 = 1 << ABI_S390X,
    ANY_ABI = (1 << ABIS) - 1
};
/* The last three also hold every ABI that will come.  If a new one does not track RA, take it out of TRACKED;
 * if it scales the CFA's word, out of UNSCALED. */
enum { ARMS = ARM | ARM_BE, NOT_ARM = ANY_ABI & ~ARMS, TRACKED = ANY_ABI & ~AMD, UNSCALED = ANY_ABI & ~S390 };

/* Those of the first corpus. */
enum { FIRST_TEXTS = BEFORE_V3 | 1 << PROFILE_V3, FIRST_ABIS = AMD | ARMS | S390 };

enum { DECODE = 1 << OPERATION_DECODE, CHECK = 1 << OPERATION_CHECK, LOOKUP = 1 << OPERATION_LOOKUP };
enum { FLIP = 1 << OPERATION_FLIP, UNWIND = 1 << OPERATION_UNWIND };
enum { BOTH = DECODE | CHECK };

/* How many rows a table has. */
#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Whether a set holds this profile, or this ABI. */
static inline bool is_in(unsigned set, unsigned number)
{
    return (set >> number & 1) != 0;
}

/* Whether sets have this profile and this ABI. */
static inline bool applies(unsigned profile_set, unsigned abi_set, enum profile profile, enum abi abi)
{
    return is_in(profile_set, profile) && is_in(abi_set, abi);
}
