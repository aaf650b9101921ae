/* Bodies of functions: a table, each a name and what its rows are. */
#ifndef GENERATOR_LINKS_SHAPES_H
#define GENERATOR_LINKS_SHAPES_H

#include "model/model.h"

struct link_shape {
    const char *name;
    unsigned profiles, abis; /* that can say it */
    uint32_t units;          /* its size in instructions */
    void (*fill)(struct section *section, struct function *function);
};

enum {
    SHAPE_LEAF,
    SHAPE_FRAME,
    SHAPE_ONE_UNIT,
    SHAPE_TWO_BYTE_STARTS,
    SHAPE_TWO_BYTE_WORDS = 5,
    SHAPE_MANY_ROWS = 7,
    SHAPE_SIGNAL,
    SHAPE_NO_WORDS = 11,
    SHAPE_BLOCKS = 13,
    LINK_SHAPES,
    ALL_SHAPES = LINK_SHAPES + 1 /* with those that are only in texts */
};
extern const struct link_shape gen_link_shapes[ALL_SHAPES];

bool gen_can_shape(unsigned shape, enum profile profile, enum abi abi);
uint32_t gen_shape_size(unsigned shape, enum abi abi);

#endif
