/* Tables of attributes, and every two of their values: a covering array for each profile and ABI. */
#pragma once

#include "covering/dimensions.h"
#include "emit/cells.h"
#include "emit/sets.h"

enum { MOST_ATTRIBUTE_VALUES = 4 };

struct attribute {
    const char *name;
    const char *values[MOST_ATTRIBUTE_VALUES];
    unsigned profiles, abis; /* of which there is a choice; of others it has value 0 */
};

struct attribute_table {
    const struct attribute *list;
    unsigned count;
};

/* One call for each row of the array, with values by attribute, until `take` returns false. */
void gen_for_every_two(const struct attribute_table *table, enum profile profile, enum abi abi,
                       bool (*take)(void *context, const uint8_t values[DIMENSIONS]), void *context);

/* What the core is to know of a vector about WHAT with these values. */
void gen_say_cells(struct cells *cells, const struct attribute_table *table, const char *what,
                   enum profile profile, enum abi abi, const uint8_t *values);
