/* Inputs of a proof: any bytes, any size, any address; and loads that only have to be allowed. */
#ifndef SFR_PROOF_ANY_H
#define SFR_PROOF_ANY_H

#include "../lib/internal.h"

#include <assert.h>
#include <stdlib.h>

/* That the proof is about something: `prove --covers` wants an input for each. */
#ifdef COVER
#define REACHES(condition) __CPROVER_assert(!(condition), "never reached")
#else
#define REACHES(condition) ((void)0)
#endif

/* All profiles, or one, by which a proof that takes long is split. */
#ifdef PROFILE
#define ANY_PROFILE ((enum sfr_profile)PROFILE)
#else
#define ANY_PROFILE ((enum sfr_profile)nondet_u32())
#endif

#ifndef LARGEST
#define LARGEST ((size_t)1 << 48)
#endif

uint8_t nondet_u8(void);
uint16_t nondet_u16(void);
uint32_t nondet_u32(void);
uint64_t nondet_u64(void);
size_t nondet_size(void);
bool nondet_bool(void);

/* SIZE bytes and not one more, whatever they are. */
static inline const uint8_t *any_bytes(size_t size)
{
    const uint8_t *const bytes = malloc(size);
    __CPROVER_assume(bytes != NULL);
    return bytes;
}

#endif
