/* The bytes of a vector, a field a line, with what each is: comments begin with #, so that what is left
 * without them is the bytes in hexadecimal. */
#pragma once

#include "emit/vector.h"

#include <stdio.h>

void gen_annotate(FILE *file, const struct vector *vector);
