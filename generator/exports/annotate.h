/* The bytes of a vector, a field a line, with what each is: comments begin with #, so that what is left
 * without them is the bytes in hexadecimal. */
#ifndef GENERATOR_EXPORTS_ANNOTATE_H
#define GENERATOR_EXPORTS_ANNOTATE_H

#include "emit/vector.h"

#include <stdio.h>

void gen_annotate(FILE *file, const struct vector *vector);

#endif
