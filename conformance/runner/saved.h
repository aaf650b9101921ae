/* JSON reports of runs that are over, read back. */
#ifndef CONFORM_SAVED_H
#define CONFORM_SAVED_H

#include "report/report.h"

enum { SAVED_WORDS = 800 };

struct saved {
    const char *path;
    json_t *json; /* owns all strings; has the shape of corpus/schema/report.schema.json */
};

/* False, and why in WORDS: it cannot be read, or is no report. */
bool runner_saved_read(struct saved *saved, const char *path, char words[SAVED_WORDS]);
void runner_saved_free(struct saved *saved);

/* "implementations", "selection", ...: an object or array that is there. */
const json_t *runner_saved_get(const struct saved *saved, const char *key);
/* What a path of one member or two leads to; the second may be null. */
const json_t *runner_saved_at(const struct saved *saved, const char *const path[2]);

/* Adds what SAVED counted to REPORT, which has the same implementations in the same order: all but what a run
 * was asked for.  False: no memory, or a temporary file cannot be written. */
bool runner_saved_add(const struct saved *saved, struct report *report);

#endif
