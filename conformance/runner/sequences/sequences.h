/* --sequences: the same questions in several orders, of which no answer may depend on another question. */
#ifndef CONFORMANCE_RUNNER_SEQUENCES_SEQUENCES_H
#define CONFORMANCE_RUNNER_SEQUENCES_SEQUENCES_H

#include "../run.h"

/* Gives each implementation a file for its results, so that they are counted by runner_sequences().  Returns
 * false, with errno set, if there can be none. */
bool runner_sequences_begin(struct report *report);

/* Behind runner_run(): asks, and counts all results.  Returns 0, or errno of what stopped it if no adapter
 * caused it. */
int runner_sequences(const struct plan *plan);

#endif
