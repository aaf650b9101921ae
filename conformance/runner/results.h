/* What came of a vector, on its way into the report.  Where sequences are asked, results wait for them in a
 * file. */
#ifndef CONFORMANCE_RUNNER_RESULTS_H
#define CONFORMANCE_RUNNER_RESULTS_H

#include "report/report.h"

struct result {
    struct vector *vector;
    enum outcome outcome;
    char reading[64]; /* which was taken, if the outcome is READING */
    unsigned outside; /* the line of the requirement set that puts the vector outside, from 1; 0: none does */
    struct symptom symptom;
    char *record; /* null: none, as of what passed */
};

/* Counts a result, and adds it to the log.  Returns false if memory ran out. */
bool runner_result_count(struct implementation_report *report, const struct result *result);

/* Writes a result into a file of those that are to be counted later.  False: it cannot be written. */
bool runner_result_defer(FILE *file, const struct result *result);

enum taken { TAKEN, TAKEN_ALL, TAKEN_NOT }; /* a result; there are no more; it cannot be read */

/* Reads one from such a file, with a vector of its own. */
enum taken runner_result_take(FILE *file, struct result *result);
void runner_result_free(struct result *result);

#endif
