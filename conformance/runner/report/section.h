/* What the oracle prints of a case's section. */
#ifndef CONFORMANCE_RUNNER_REPORT_SECTION_H
#define CONFORMANCE_RUNNER_REPORT_SECTION_H

#include "../judge/corpus_line.h"

#include <stdio.h>

/* Appends members to an object that already has some: "fields", the bytes beside the names of their fields, and
 * "notation", the case as a text of docs/notation.md.  Of a large section they are left out or shortened. */
void runner_put_section(FILE *out, const struct vector *vector);

#endif
