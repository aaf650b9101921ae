/* An expectation file: it lists the vectors that are known not to pass, and the outcome of each. */
#ifndef CONFORMANCE_RUNNER_JUDGE_EXPECT_H
#define CONFORMANCE_RUNNER_JUDGE_EXPECT_H

#include "outcome.h"
#include "corpus_line.h"

#include <stdio.h>

/* The largest count in a report: every reader of JSON represents integers up to here exactly. */
#define COUNT_MAX (UINT64_C(1) << 53)

enum { EXPECTATION_MAX = 5000 }; /* how many vectors an entry without max= may match */

/* A line of the file.  It is an entry if it has a glob. */
struct expectation {
    char *line;    /* as the file has it */
    size_t number; /* from 1 */
    char *glob;
    enum outcome outcome;
    uint64_t max, matched;
    bool elsewhere; /* it matches a vector that this run did not ask */
    bool broken;    /* a vector that it matches had another outcome */
};

struct expectations {
    char *path; /* null: there is no file */
    struct expectation *lines;
    size_t count;
};

/* Reads a file.  Returns false on failure; WORDS then begins with the file's name and the line, and says why.
 * If the file MAY_BE_NEW, it need not exist. */
bool runner_expectations_read(struct expectations *expectations, const char *path, bool may_be_new,
                              char words[], size_t words_size);
/* Adds the lines of an open file until one is wrong.  Returns what is wrong with that line, or null. */
const char *runner_expectations_take(struct expectations *expectations, FILE *file);
void runner_expectations_free(struct expectations *expectations);

/* The first entry that matches ID, or null. */
struct expectation *runner_expectation_of(struct expectations *expectations, struct span id);
/* Notes that the vector ID is not asked in this run, so an entry that matches it does not count as unmatched.
 */
void runner_expectations_pass_over(struct expectations *expectations, struct span id);

bool runner_expectation_is_unmatched(const struct expectation *expectation);
bool runner_expectation_is_exceeded(const struct expectation *expectation);

#endif
