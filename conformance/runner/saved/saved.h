/* JSON reports of runs that are over, read back. */
#ifndef CONFORMANCE_RUNNER_SAVED_SAVED_H
#define CONFORMANCE_RUNNER_SAVED_SAVED_H

#include "../report/report.h"

enum { SAVED_WORDS = 800 };

struct saved {
    const char *path;
    json_t *json; /* owns all strings; has the shape of corpus/schema/report.schema.json */
};

/* False, and why in WORDS: it cannot be read, or is no JSON.  What it says is for saved_check.h to see. */
bool runner_saved_read(struct saved *saved, const char *path, char words[SAVED_WORDS]);
void runner_saved_free(struct saved *saved);

/* "implementations", "selection", ...: an object or array that is there. */
const json_t *runner_saved_get(const struct saved *saved, const char *key);
/* What a path of one member or two leads to; the second may be null. */
const json_t *runner_saved_at(const struct saved *saved, const char *const path[2]);

bool runner_saved_is(const struct saved *saved, const char *key);
/* A count of an object; 0: it has none. */
uint64_t runner_saved_count(const json_t *object, const char *key);
/* Of an object each count that has a name. */
void runner_saved_add_counts(uint64_t *counts, const char *const *names, unsigned count,
                             const json_t *object);
/* What was selected or taken. */
struct share runner_saved_share(const struct saved *saved, const char *key);

/* A report of the run that SAVED is of, or is a part of: what was asked for, and nothing found yet.  False:
 * no memory.  The wishes of SELECTION are to be freed, and REPORT by runner_report_free(). */
bool runner_saved_begin(const struct saved *saved, struct report *report, struct selection *selection);
/* Adds what SAVED found to REPORT, which has the same implementations in the same order: all but its cases.
 * False: no memory. */
bool runner_saved_add(const struct saved *saved, struct report *report);
/* False: no memory, or a temporary file cannot be written. */
bool runner_saved_add_cases(const struct saved *saved, struct report *report);

#endif
