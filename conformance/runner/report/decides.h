/* Of the clauses that a vector is about, those on which its failure rests. */
#ifndef CONFORMANCE_RUNNER_REPORT_DECIDES_H
#define CONFORMANCE_RUNNER_REPORT_DECIDES_H

#include "report.h"

enum { DECIDING_MAX = 3 };

/* The ids of the first clauses of a record whose answer was wrong, the likeliest first: a new list, which is empty if
 * there are none; null: memory ran out.  Reports that are read back have it as `decides`. */
json_t *runner_deciding(const struct report *report, const json_t *record);

/* The first of them with its section and its words in the text of the record's profile; the caller frees it.  Null if
 * there is none. */
char *runner_decided_by(const struct report *report, const json_t *record);

/* Counts the clauses of a vector of the corpus. */
void runner_count_clauses(struct report *report, const struct vector *vector);

#endif
