/* Proves that vectors cover all combinations: a sink that measures the section of each vector, and then goes
 * through every combination of values.  It does not use the covering array. */
#pragma once

#include "dimensions.h"
#include "emit/vector.h"

enum { MAX_SECTIONS = 16384 };

/* Sections by number, one bit each. */
struct sections {
    uint64_t bits[MAX_SECTIONS / 64];
};

struct coverage {
    struct sink sink; /* first, so that a pointer to it is one to the coverage */
    unsigned strength;
    uint64_t vectors;
    uint32_t count;                                 /* of sections */
    uint8_t last[DIMENSIONS];                       /* the values of the last section */
    struct sections having[DIMENSIONS][MAX_VALUES]; /* by dimension and value: the sections that have it */
    struct sections breaking[DIMENSIONS + 1];       /* by number of values that break something */
    const char *error;                              /* why the sections prove nothing; null: they do */

    uint64_t allowed, forbidden, covered;
};

void gen_coverage_init(struct coverage *coverage, unsigned strength);

/* Goes through all combinations, prints the outcome, and returns whether all that are allowed are
 * covered. */
bool gen_coverage_report(struct coverage *coverage);
