/* What all proofs share: numbers and bytes of which nothing is known, and ends that are reached. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* Shows that the proof is about something: `prove --covers` finds an input for which CONDITION holds here. */
#ifdef COVER
#define REACHES(condition) __CPROVER_assert(!(condition), "never reached")
#else
#define REACHES(condition) ((void)0)
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

/* SIZE bytes, and not one more, that may be anything. */
static inline const uint8_t *any_bytes(size_t size)
{
    const uint8_t *const bytes = malloc(size);
    __CPROVER_assume(bytes != NULL);
    return bytes;
}
