/* Tables of attributes, and for each profile and ABI a covering array, which has every two of their values. */
#pragma once

#include "covering/array.h"
#include "emit/sets.h"

enum { MOST_ATTRIBUTE_VALUES = 4 };

struct attribute {
    const char *name;
    const char *values[MOST_ATTRIBUTE_VALUES];
    unsigned profiles, abis; /* those that have all values; others have value 0 only */
};

struct attribute_table {
    const struct attribute *list;
    unsigned count;
};

struct covering_array gen_every_two(const struct attribute_table *table, enum profile profile, enum abi abi);

/* Fills in the cells of a vector about WHAT with these values. */
void gen_say_cells(struct cells *cells, const struct attribute_table *table, const char *what,
                   enum profile profile, enum abi abi, const uint8_t *values);
