/* check.c as it is, for proofs of what it does not show to others. */
#pragma once

#define sfr_check checked
#define sfr_check_scratch checked_scratch
#include "ref/lib/check.c"

/* A check of any section, whose bits have exactly the bytes that a check gives them. */
static inline struct check any_check_of(const struct sfr_section *section)
{
    struct check check = {.section = section};
    check.owned = (uint8_t *)any_bytes((section->fres_end - section->fres) / 8 + 1);
    return check;
}

/* Of SCRATCH bytes each function needs two indices, each byte of the rows a bit, and the first index may have to be aligned. */
static inline bool is_enough(const struct sfr_section *section, size_t scratch)
{
    return (size_t)section->function_count * 8 + (section->fres_end - section->fres) / 8 + 1 + 3 <= scratch;
}
