/* Properties of sections and questions, by which refusals are put into words: those of requirement sets. */
#ifndef CONFORMANCE_RUNNER_CAUSES_PROPERTIES_H
#define CONFORMANCE_RUNNER_CAUSES_PROPERTIES_H

#include "../judge/corpus_line.h"

enum { PROPERTIES_MAX = 64 };

/* How many there are; those of sections come first, then those of the place that is asked for. */
unsigned runner_properties(void);
unsigned runner_section_properties(void);
/* A bit for each property that the vector has. */
uint64_t runner_properties_of(const struct vector *vector);
/* Writes `are not sorted, or have an auxiliary header`: what sections with one of the properties are or have; or,
 * of one property of a place, `the last row`. */
void runner_properties_name(uint64_t chosen, char *words, size_t size);

#endif
