/* The oracle's check, with the memory that it asks for. */
#ifndef FUZZ_CHECK_H
#define FUZZ_CHECK_H

#include "sframe-ref.h"

enum sfr_verdict check_section(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                               const struct sfr_report *report);

#endif
