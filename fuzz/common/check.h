/* The oracle, asked in other terms than its own. */
#ifndef FUZZ_COMMON_CHECK_H
#define FUZZ_COMMON_CHECK_H

#include "sframe-ref.h"

/* The check, with the memory that it asks for. */
enum sfr_verdict check_section(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                               const struct sfr_report *report);

/* The flip, likewise. */
bool flip_section(const uint8_t *bytes, size_t size, enum sfr_profile profile, uint8_t *out,
                  const struct sfr_report *report);

#endif
