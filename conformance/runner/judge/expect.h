/* An expectation file: which vectors are known not to pass, and what comes of them. */
#ifndef CONFORMANCE_RUNNER_JUDGE_EXPECT_H
#define CONFORMANCE_RUNNER_JUDGE_EXPECT_H

#include "outcome.h"
#include "corpus_line.h"

#include <stdio.h>

/* No report counts further: all who read JSON know such a number exactly. */
#define COUNT_MAX (UINT64_C(1) << 53)

enum { EXPECTATION_MAX = 5000 }; /* how many vectors an entry may stand for without saying so */

/* A line of the file; an entry if it has a glob. */
struct expectation {
    char *line;    /* as it stands */
    size_t number; /* of it, from 1 */
    char *glob;
    enum outcome outcome;
    uint64_t max, matched;
    bool elsewhere; /* it fits a vector that was not asked this time */
    bool broken;    /* a vector that it fits came out otherwise */
};

struct expectations {
    char *path; /* null: there is no file */
    struct expectation *lines;
    size_t count;
};

/* False, and why in WORDS, beginning with the file's name and the line.  A file that MAY_BE_NEW need not be
 * there. */
bool runner_expectations_read(struct expectations *expectations, const char *path, bool may_be_new,
                              char words[], size_t words_size);
/* Adds the lines of a file that is open, until one is none: what is wrong with that, or null. */
const char *runner_expectations_take(struct expectations *expectations, FILE *file);
void runner_expectations_free(struct expectations *expectations);

/* The first entry that fits, or null. */
struct expectation *runner_expectation_of(struct expectations *expectations, struct span id);
/* Of a vector that is not asked this time: what may fit it is not without a match. */
void runner_expectations_pass_over(struct expectations *expectations, struct span id);

bool runner_expectation_is_unmatched(const struct expectation *expectation);
bool runner_expectation_is_exceeded(const struct expectation *expectation);

#endif
