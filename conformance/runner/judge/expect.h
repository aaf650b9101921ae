/* An expectation file: it lists the vectors that are known not to pass, and the outcome of each. */
#pragma once

#include "outcome.h"
#include "corpus_line.h"

#include <stdio.h>

/* The largest count in a report: every reader of JSON represents integers up to here exactly. */
#define COUNT_MAX (UINT64_C(1) << 53)

enum { EXPECTATION_MAX = 5000 }; /* how many vectors an entry without max= may match */
enum { WAY_SIZE = 64 };

/* Writes in which way a vector failed, as one word.  It is the PATH of the member that differs first, without
 * indices.  If PATH is null or OUTCOME is not FAIL, it is made from REASON: from the words up to its colon or,
 * for an error where an answer is due, from all of it without numbers. */
void runner_way_of(char way[WAY_SIZE], enum outcome outcome, const char *path, const char *reason);

/* The vectors that an entry means, of those that its glob fits: how many they are, and the sum of the hashes of
 * their ids, by which other vectors are noticed. */
struct meant {
    uint64_t count;
    uint32_t sum;
};
void runner_meant_add(struct meant *meant, struct span id);

/* A line of the file.  It is an entry if it has a glob.  With `some=` it is about those vectors alone that
 * have its outcome, and failed in its way if it names one.  If the run asked all OF vectors that the glob fits,
 * the number of those vectors must be right, and their sum if the entry has one; else there may be fewer. */
struct expectation {
    char *line;    /* as the file has it */
    size_t number; /* from 1 */
    char *glob;
    enum outcome outcome;
    uint64_t max;
    bool is_some, has_sum;
    struct meant some, matched;
    uint64_t of, fitted; /* with `some=`: how many asked vectors the glob should fit, and how many it fits */
    char *way;      /* null: any */
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

/* The first entry that is about vector ID with this outcome, and this way to fail; null: there is none. */
struct expectation *runner_expectation_of(struct expectations *expectations, struct span id,
                                          enum outcome outcome, const char *way);
/* Counts a vector that was asked in each entry with `some=` whose glob fits it. */
void runner_expectations_count(struct expectations *expectations, struct span id);
/* Notes that the vector ID is not asked in this run, so an entry that matches it does not count as unmatched.
 */
void runner_expectations_pass_over(struct expectations *expectations, struct span id);

bool runner_expectation_is_unmatched(const struct expectation *expectation);
bool runner_expectation_is_exceeded(const struct expectation *expectation);
/* Whether other vectors than those of `some=` had this outcome, as far as this run can say. */
bool runner_expectation_is_changed(const struct expectation *expectation);
