/* Of the clauses that a vector is about, those on which its failure rests. */
#ifndef CONFORMANCE_RUNNER_REPORT_DECIDES_H
#define CONFORMANCE_RUNNER_REPORT_DECIDES_H

#include "report.h"

enum { DECIDING_MAX = 3 };

/* Failures that have a cause in common: its words, how many, and how many of them each clause is about. */
struct shared_clauses {
    const char *words;
    const json_t *judged; /* the same of all vectors that were judged */
    uint64_t failures;
    json_t *with;
};
/* Counts one of them, whose line of the log this is. */
void runner_share_clauses(struct shared_clauses *shared, struct span line);

/* The ids of the first clauses of a record whose answer was wrong, the likeliest first: a new list, which is empty if
 * there are none; null: memory ran out.  Reports that are read back have it as `decides`. */
json_t *runner_deciding(const struct report *report, const json_t *record);

/* The id of the likeliest for all of them, of which RECORD is an example: one that most of them are about,
 * and few other vectors; the caller releases it.  Null: there is none. */
json_t *runner_deciding_all(const struct report *report, const json_t *record,
                            const struct shared_clauses *shared);

/* KNOWN, or the first of a record if it is null, with its section and its words in the text of the record's
 * profile; the caller frees it.  Null if there is none. */
char *runner_decided_by(const struct report *report, const json_t *record, const char *known);

/* Counts the clauses of a vector. */
void runner_count_clauses(struct clause_counts *counts, const struct vector *vector);

#endif
