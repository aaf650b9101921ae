/* Bodies of functions: a table, each a name and what its rows are. */
#pragma once

#include "model/model.h"

struct link_shape {
    const char *name;
    unsigned profiles, abis; /* those that can say it, a bit each */
    uint32_t units;          /* its size in instructions */
    void (*fill)(struct section *section, struct function *function);
};

/* Those behind the first are only in texts: nothing draws them. */
enum { SHAPE_LEAF, LINK_SHAPES = 14, ALL_SHAPES = 15, SHAPE_ROWS = 290 /* at most */ };
extern const struct link_shape gen_link_shapes[ALL_SHAPES];

bool gen_can_shape(unsigned shape, enum profile profile, enum abi abi);
uint32_t gen_shape_size(unsigned shape, enum abi abi);
