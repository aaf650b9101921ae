/* Shows the bytes of a case beside the names of their fields. */
#ifndef CONFORM_FIELDS_H
#define CONFORM_FIELDS_H

#include "../corpus_line.h"

#include <stdio.h>

/* Appends a member "fields" to an object that already has members. */
void runner_put_fields(FILE *out, const struct vector *vector);

#endif
