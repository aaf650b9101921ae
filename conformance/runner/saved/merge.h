/* Merges the reports of all shards of a run into one. */
#ifndef CONFORMANCE_RUNNER_SAVED_MERGE_H
#define CONFORMANCE_RUNNER_SAVED_MERGE_H

#include "saved.h"

/* Takes the shards of one run in any order.  Returns false if one is missing, is there twice or is of another
 * run; WORDS then says so.  SELECTION becomes that of the shards, without the shard; SELECTION and REPORT use
 * strings of SHARDS. */
bool runner_merge(const struct saved *shards, unsigned count, struct report *report,
                  struct selection *selection, char words[SAVED_WORDS]);

#endif
