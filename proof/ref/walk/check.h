/* check.c itself, for proofs of its static functions; what it exports has other names here. */
#pragma once

#define sfr_check checked
#define sfr_check_scratch checked_scratch
#include "ref/lib/check.c"

/* A check of any section, with exactly as many bits for owned bytes as sfr_check gives it. */
static inline struct check any_check_of(const struct sfr_section *section)
{
    struct check check = {.section = section};
    check.owned = (uint8_t *)any_bytes((section->fres_end - section->fres) / 8 + 1);
    return check;
}

/* SCRATCH bytes have room for two indices of each function, a bit for each byte of the rows, and 3 to align. */
static inline bool is_enough(const struct sfr_section *section, size_t scratch)
{
    return (size_t)section->function_count * 8 + (section->fres_end - section->fres) / 8 + 1 + 3 <= scratch;
}
