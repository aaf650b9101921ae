/* Reads back JSON reports of earlier runs. */
#ifndef CONFORMANCE_RUNNER_SAVED_SAVED_H
#define CONFORMANCE_RUNNER_SAVED_SAVED_H

#include "../report/report.h"

enum { SAVED_WORDS = 800 };

struct saved {
    const char *path;
    json_t *json; /* owns all strings; has the shape of corpus/schema/report.schema.json */
};

/* Returns false if the file cannot be read or is not JSON; WORDS then says so.  saved_check.h checks what it
 * says. */
bool runner_saved_read(struct saved *saved, const char *path, char words[SAVED_WORDS]);
void runner_saved_free(struct saved *saved);

/* A member of the report that is an object or an array, such as "implementations"; it must be there. */
const json_t *runner_saved_get(const struct saved *saved, const char *key);
/* The value at a path of one member or two; the second may be null. */
const json_t *runner_saved_at(const struct saved *saved, const char *const path[2]);

bool runner_saved_is(const struct saved *saved, const char *key);
/* A count in an object; 0 if the object does not have it. */
uint64_t runner_saved_count(const json_t *object, const char *key);
/* The share of vectors that was selected, or taken. */
struct share runner_saved_share(const struct saved *saved, const char *key);

/* Begins a report of the run that SAVED is of, or is a shard of: what was asked for, without results.  The
 * caller frees the wishes of SELECTION, and REPORT by runner_report_free().  Returns false if memory ran out.
 */
bool runner_saved_begin(const struct saved *saved, struct report *report, struct selection *selection);
/* Adds the results of SAVED, without its cases, to REPORT, which has the same implementations in the same
 * order.  Returns false if memory ran out. */
bool runner_saved_add(const struct saved *saved, struct report *report);
/* Adds the cases of SAVED.  Returns false if memory ran out or a temporary file cannot be written. */
bool runner_saved_add_cases(const struct saved *saved, struct report *report);

#endif
