/* Reads back JSON reports of earlier runs. */
#pragma once

#include "../report/report.h"

#include <jansson.h>
#include <stddef.h>

enum { SAVED_WORDS = 800 };

struct saved {
    const char *path;
    json_t *json; /* the caller frees it; it owns all strings, and has the shape of corpus/schema/report.schema.json */
};

/* Reads a report back, and checks whether it can be one that a run wrote.
 *
 * The file may come from anywhere, and a verdict is made from it.  So sums and the verdict are
 * not read but follow from the rest, what does not follow must agree, and each case must be judged by the table of
 * outcomes and the expectation file.  If the report is of this very version, this program must also write the same
 * again from it: so no member has another type or value than it can have.
 *
 * Returns false if it cannot be read, is not JSON, or no run wrote it; WORDS then has the file, the member, and what is
 * wrong with it. */
bool runner_saved_read(struct saved *saved, const char *path, char words[SAVED_WORDS]);

bool runner_saved_is(const struct saved *saved, const char *key);
/* The number in NAMES of a name in an object; COUNT if it is none of them. */
unsigned runner_saved_name(const json_t *object, const char *key, const char *const *names, unsigned count);
/* The share of vectors that was selected, or taken. */
struct share runner_saved_share(const struct saved *saved, const char *key);

/* Begins a report of the run that SAVED is of, or is a shard of: what was asked for, without results.  The
 * caller frees the wishes of SELECTION, and REPORT by runner_report_free().  Returns false if SAVED has a selection
 * that cannot be. */
bool runner_saved_begin(const struct saved *saved, struct report *report, struct selection *selection);
/* Adds the results of SAVED, without its cases, to REPORT, which has the same implementations in the same
 * order.  Returns false if SAVED has a declaration or a requirement set that cannot be. */
bool runner_saved_add(const struct saved *saved, struct report *report);
/* Adds the cases of SAVED.  Returns false if a temporary file cannot be written. */
bool runner_saved_add_cases(const struct saved *saved, struct report *report);

/* JSON files with results from elsewhere, which a report shows beside its own.
 *
 * The caller frees what these return by json_decref().  They return null if the file cannot be read, is not
 * JSON, has a member twice or has another shape; WHY then says so in one line. */

/* What real producers make: the schema is corpus/schema/producers.schema.json. */
json_t *runner_producers_read(const char *path, char *why, size_t size);
/* What other implementations fail, by cause: the schema is corpus/schema/causes.schema.json. */
json_t *runner_causes_read(const char *path, char *why, size_t size);
/* Any JSON, of which strings may have zero bytes, as those of reports may. */
json_t *runner_attachment_load(const char *path, char *why, size_t size);

/* Takes the shards of one run in any order.  Returns false if one is missing, is there twice or is of another
 * run; WORDS then says so.  SELECTION becomes that of the shards, without the shard; SELECTION and REPORT use
 * strings of SHARDS. */
bool runner_merge(const struct saved *shards, unsigned count, struct report *report,
                  struct selection *selection, char words[SAVED_WORDS]);

/* Returns what differs, as the object that docs/report.md describes.  Returns null if the two cannot be
 * compared; WORDS then says why. */
json_t *runner_compare(const struct saved *before, const struct saved *after, char words[SAVED_WORDS]);

/* Counts the vectors, of all implementations, that broke or are no longer judged. */
uint64_t runner_comparison_broke(const json_t *comparison);

/* In report/comparison.c: the first writes text for people, the second a page that loads nothing. */
void runner_write_comparison(FILE *out, const json_t *comparison);
void runner_write_comparison_page(FILE *out, const json_t *comparison);
