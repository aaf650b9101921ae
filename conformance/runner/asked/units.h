/* A unit is a line of the corpus with many functions for an assembler.  It is cut into a vector for each
 * function, which asks the same as a unit of this one function would, and a vector for the section that the
 * functions get together. */
#ifndef CONFORMANCE_RUNNER_ASKED_UNITS_H
#define CONFORMANCE_RUNNER_ASKED_UNITS_H

#include "../judge/corpus_line.h"

/* The vectors of a line that nobody has taken yet; all zero: none. */
struct unit {
    struct vector **vectors;
    size_t first, count;
};

/* The last part of the id of a unit's section. */
#define SECTION_OF_UNIT "section"

/* Cuts LINE, which is the NUMBER-th of the corpus and should be a unit.  Returns false if it is not a sound
 * one; *fault then says what a unit needs. */
bool runner_unit_cut(struct unit *unit, struct span line, uint64_t number, const char **fault);
/* The next vector; null if there are no more. */
struct vector *runner_unit_next(struct unit *unit);
void runner_unit_free(struct unit *unit);

#endif
