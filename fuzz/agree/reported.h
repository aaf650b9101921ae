/* The result of the oracle's check, in the generator's types. */
#ifndef FUZZ_AGREE_REPORTED_H
#define FUZZ_AGREE_REPORTED_H

#include "model/answer.h"
#include "sframe-ref.h"

/* Gets every violation but the notes. */
enum sfr_verdict reported_by_check(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                            struct violations *violations);

/* A law: the oracle's violations are the expected ones, in any order. */
void demand_violations(const struct violations *expected, const struct violations *reported);

#endif
