/* Inputs of a proof: any bytes, any size, any address; and loads that only have to be allowed. */
#ifndef SFR_PROOF_ANY_H
#define SFR_PROOF_ANY_H

#include "../lib/internal.h"

#include <assert.h>
#include <stdlib.h>

/* That the proof is about something: run with --cover, each must be reached. */
#ifdef COVER
#define REACHES(condition) __CPROVER_cover(condition)
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

/* Instead of the loads of cursor.h: any value, and another each time. */
uint8_t allowed_u8(const uint8_t *p)
{
    assert(__CPROVER_r_ok(p, 1));
    return nondet_u8();
}
uint16_t allowed_u16(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 2));
    return nondet_u16();
}
uint32_t allowed_u32(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 4));
    return nondet_u32();
}
uint64_t allowed_u64(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 8));
    return nondet_u64();
}
#endif
