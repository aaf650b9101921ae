/* Turns the generator's enumerators into the oracle's.  Both were written from the texts independently, and
 * only this file says that they have the same numbers; nobody else may cast one to the other. */
#pragma once

#include "model/model.h"
#include "sframe-ref.h"

#define SAME_NUMBER(one, other) _Static_assert((int)(one) == (int)(other), #one " is not " #other)

SAME_NUMBER(PROFILE_V1, SFR_V1);
SAME_NUMBER(PROFILE_V2, SFR_V2);
SAME_NUMBER(PROFILE_V2E1, SFR_V2E1);
SAME_NUMBER(PROFILE_V2E2, SFR_V2E2);
SAME_NUMBER(PROFILE_V3, SFR_V3);
SAME_NUMBER(PROFILES, SFR_PROFILE_COUNT);

static inline enum sfr_profile oracles_profile(enum profile profile)
{
    return (enum sfr_profile)(int)profile;
}

static inline enum profile generators_profile(enum sfr_profile profile)
{
    return (enum profile)(int)profile;
}

/* What the oracle's tables say about a profile. */
static inline const struct sfr_text_facts *oracles_text(enum profile profile)
{
    return sfr_text_facts(oracles_profile(profile));
}

static inline const struct sfr_abi_facts *oracles_abi(enum abi abi)
{
    return sfr_abi_facts(gen_abi_facts[abi].id);
}

/* The ABI with this number in the header; ABIS if the generator does not know it. */
static inline enum abi generators_abi(unsigned id)
{
    unsigned abi = 0;
    while (abi < ABIS && gen_abi_facts[(enum abi)abi].id != id)
        abi++;
    return (enum abi)abi;
}

SAME_NUMBER(FRE_ADDR1, SFR_ADDR1);
SAME_NUMBER(FRE_ADDR2, SFR_ADDR2);
SAME_NUMBER(FRE_ADDR4, SFR_ADDR4);
SAME_NUMBER(FRE_UNKNOWN, SFR_ADDR4 + 1);

static inline enum fre_type generators_fre_type(enum sfr_fre_type type)
{
    return (enum fre_type)(int)type;
}

#undef SAME_NUMBER
