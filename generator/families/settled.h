/* What the files of settled share. */
#ifndef GENERATOR_SETTLED_H
#define GENERATOR_SETTLED_H

#include "../points.h"

/* The points of rows. */
extern const struct point settled_rows[];
extern const unsigned settled_row_count;

/* A flexible function, and a stub at 0x1100. */
void mask_and_flexible(struct section *section);

#endif
