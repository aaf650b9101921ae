#include "check.h"

#include "law.h"

#include <stdlib.h>

enum sfr_verdict check_section(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                               const struct sfr_report *report)
{
    const size_t scratch_size = sfr_check_scratch(size);
    void *const scratch = malloc(scratch_size);
    LAW(scratch != NULL, "out of memory for a check of %zu bytes", size);
    const enum sfr_verdict verdict = sfr_check(bytes, size, address, profile, scratch, scratch_size, report);
    LAW(verdict <= SFR_MALFORMED, "with all the scratch that it asks for the check gives %s",
        sfr_verdict_name(verdict));
    free(scratch);
    return verdict;
}

bool flip_section(const uint8_t *bytes, size_t size, enum sfr_profile profile, uint8_t *out,
                  const struct sfr_report *report)
{
    const size_t scratch_size = sfr_check_scratch(size);
    void *const scratch = malloc(scratch_size);
    LAW(scratch != NULL, "out of memory for a flip of %zu bytes", size);
    const bool flipped = sfr_flip(bytes, size, profile, out, scratch, scratch_size, report);
    free(scratch);
    return flipped;
}
