/* A unit is a line of the corpus with many functions for an assembler.  It comes as a vector for each
 * function, which says all that a unit of this one function would, and one for the section that they get
 * together. */
#ifndef CONFORMANCE_RUNNER_ASKED_UNITS_H
#define CONFORMANCE_RUNNER_ASKED_UNITS_H

#include "../judge/corpus_line.h"

/* The vectors of a line that wait; all zero: none. */
struct unit {
    struct vector **vectors;
    size_t first, count;
};

/* What the last part of the id of a unit's section is. */
#define SECTION_OF_UNIT "section"

/* Cuts LINE if it is a unit, the NUMBER-th line.  False: it is none, or it is broken and *fault tells. */
bool runner_unit_cut(struct unit *unit, struct span line, uint64_t number, const char **fault);
/* The next one; null: none waits any more. */
struct vector *runner_unit_next(struct unit *unit);
void runner_unit_free(struct unit *unit);

#endif
