/* What an SFrame section consists of, and how many of its bytes go to functions of which size. */
#pragma once

#include "../cfi/cfi.h"
#include "sframe-ref.h"

enum { WIDTHS = 3, SIZE_CLASSES = 33 }; /* 1, 2 or 4 bytes; class C: code of 2^C bytes up to twice that */

/* Sums over the functions of one class; each sum is over the same functions. */
struct size_class {
    uint64_t functions, code, eh_frame, sframe;
};

struct extent {
    uint64_t functions, rows, flexible, repeating, signals;
    uint64_t starts[WIDTHS];  /* functions, by the width of their rows' starts */
    uint64_t offsets[WIDTHS]; /* rows that have words, by the width of these */
    struct size_class classes[SIZE_CLASSES];
};

/* Adds what can be read of SECTION.  TABLE: the CFI that it was made of, whose entries lie in ENTRIES, of
 * SIZE bytes; NULL: no class is counted. */
void census_extent_add(struct extent *extent, const struct sfr_section *section,
                       const struct cfi_table *table, const uint8_t *entries, uint64_t size);
