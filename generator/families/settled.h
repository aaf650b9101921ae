/* What the files of settled share. */
#ifndef GENERATOR_FAMILIES_SETTLED_H
#define GENERATOR_FAMILIES_SETTLED_H

#include "shapes/points.h"

/* The points of rows. */
extern const struct point gen_settled_rows[];
extern const unsigned gen_settled_row_count;

/* A flexible function, and a stub at 0x1100. */
void gen_mask_and_flexible(struct section *section);

#endif
