/* One report of the reports of all shards of a run. */
#ifndef CONFORMANCE_RUNNER_SAVED_MERGE_H
#define CONFORMANCE_RUNNER_SAVED_MERGE_H

#include "saved.h"

/* The shards of one run, in any order.  False, and why in WORDS: one is missing, is there twice, or is of
 * another run. SELECTION becomes theirs, without a shard; it takes its words from SHARDS, as the report does.
 */
bool runner_merge(const struct saved *shards, unsigned count, struct report *report,
                  struct selection *selection, char words[SAVED_WORDS]);

#endif
