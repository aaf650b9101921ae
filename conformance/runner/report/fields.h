/* The bytes of a case beside the fields that they are. */
#ifndef CONFORMANCE_RUNNER_REPORT_FIELDS_H
#define CONFORMANCE_RUNNER_REPORT_FIELDS_H

#include "../judge/corpus_line.h"

#include <stdio.h>

/* Appends a member "fields" to an object that has members already. */
void runner_put_fields(FILE *out, const struct vector *vector);

#endif
