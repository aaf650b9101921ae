/* Shows the bytes of a case beside the names of their fields. */
#ifndef CONFORMANCE_RUNNER_REPORT_FIELDS_H
#define CONFORMANCE_RUNNER_REPORT_FIELDS_H

#include "../judge/corpus_line.h"

#include <stdio.h>

/* Appends a member "fields" to an object that already has members. */
void runner_put_fields(FILE *out, const struct vector *vector);

#endif
