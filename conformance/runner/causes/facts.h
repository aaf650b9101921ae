/* What is kept of each vector that was asked, until causes are searched: in a temporary file, some bytes for each. */
#ifndef CONFORMANCE_RUNNER_CAUSES_FACTS_H
#define CONFORMANCE_RUNNER_CAUSES_FACTS_H

#include "symptom.h"
#include "../judge/corpus_line.h"

#include <stdio.h>

enum { EFFECTS_MAX = 500 };

struct fact {
    uint64_t place;  /* of its line in the log */
    uint64_t breaks; /* runner_properties_of() */
    uint32_t mark, size;
    uint16_t known;  /* its number among the vectors of bugs.h, or NOT_KNOWN */
    uint16_t effects[EFFECTS_EACH]; /* numbers among those that were noted, from 1; 0: none */
    bool failed : 1; /* unexpectedly */
    bool passed : 1; /* it was judged, and does not count against the reader */
    bool refused : 1;
    bool accepted : 1;
    bool listed : 1;  /* a lookup of bugs.h, of which each bug says whether it fails it */
    bool telling : 1; /* its mark is that of values */
};

struct facts {
    FILE *file; /* null: nothing was noted, or there was no room */
    uint64_t count;
    unsigned effect_count;
    uint32_t effect_hashes[EFFECTS_MAX];
    uint8_t effect_kinds[EFFECTS_MAX];
    char effects[EFFECTS_MAX][EFFECT_SIZE];
};

/* Adds the fact of a result whose line begins at PLACE in the log.  UNEXPECTED: it is a failure that nobody expected. */
void runner_fact_note(struct facts *facts, const struct vector *vector, enum outcome outcome, bool unexpected,
                      const struct symptom *symptom, uint64_t place);

/* All facts, which the caller frees; null: there are none, or no memory. */
struct fact *runner_facts_read(struct facts *facts);
void runner_facts_free(struct facts *facts);

/* --- In properties.c ------------------------------------------------------------------------------------ */

/* Properties of sections and questions, by which refusals are put into words: those of requirement sets. */

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
