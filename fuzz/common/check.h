/* Calls of the oracle in simpler terms. */
#pragma once

#include "sframe-ref.h"

/* Checks a section, with as much memory as the check wants. */
enum sfr_verdict check_section(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                               const struct sfr_report *report);

/* Flips a section in the same way. */
bool flip_section(const uint8_t *bytes, size_t size, enum sfr_profile profile, uint8_t *out,
                  const struct sfr_report *report);
