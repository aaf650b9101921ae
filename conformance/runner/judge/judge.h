/* What an answer is worth: pure functions of a vector, a declaration and a line of text. */
#ifndef CONFORMANCE_RUNNER_JUDGE_JUDGE_H
#define CONFORMANCE_RUNNER_JUDGE_JUDGE_H

#include "outcome.h"
#include "corpus_line.h"

#include <jansson.h>

extern const char *const runner_outcome_names[OUTCOME_COUNT];
extern const bool runner_outcome_counts_against[OUTCOME_COUNT], runner_outcome_is_judged[OUTCOME_COUNT];

enum { WORDS_MAX = 240, PATH_MAX_SIZE = 120, DIFFERENCES_MAX = 16, CAUSE_MAX = 200 };

struct declaration; /* declaration.h */

struct difference {
    char path[PATH_MAX_SIZE], expected[WORDS_MAX], actual[WORDS_MAX];
};

struct judgement {
    enum outcome outcome;
    char reason[2 * WORDS_MAX + PATH_MAX_SIZE]; /* in a line; empty if it passed */
    char reading[64];                           /* of READING: which */
    bool lacks; /* nothing is wrong with it but members left out, without `exposes` */
    bool told;                                  /* CRASH or EXIT, of a program that the adapter outlived */
    char signal[16];                            /* by which it did, if so */
    unsigned compared;                          /* of what was stated, and the question does not tell */
    unsigned count;                             /* of differences; those beyond the room are counted only */
    struct difference differences[DIFFERENCES_MAX];
};

/* A text as JSON, or null.  jansson alone passes over a zero byte behind a number, which nobody else
 * reads. */
json_t *runner_json_of(struct span text, size_t flags, json_error_t *error);

/* The object that the line is; null: it is none, and judged so. */
json_t *runner_object_of(struct span line, struct judgement *judgement);

/* Whether an answer is to request NUMBER; else it is judged as garbage or stray. */
bool runner_answers_request(const json_t *answer, uint64_t number, struct judgement *judgement);

/* The number of the request that a line answers.  False: it is not known without a parser, or not at all. */
bool runner_read_answer_number(struct span line, uint64_t *number, struct span *rest);

/* CONTRACT: what docs/protocol.md asks of every adapter.  EXACT: that, and what is expected word by word,
 * with nothing left out: each violation, and of a contested vector the reading that it names as the
 * oracle's. */
enum measure { CONTRACT, EXACT };

/* Judges the line that came when request NUMBER was to be answered. */
void runner_judge(const struct vector *vector, const struct declaration *declaration, enum measure measure,
                  uint64_t number, struct span line, struct judgement *judgement);

/* Sets outcome and reason. */
void runner_judge_as(struct judgement *judgement, enum outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* What is right stands in the ledger, and is open: what counts against a writer becomes a reading. */
void runner_forgive(struct judgement *judgement);

/* A text from anywhere as the string that a difference has; of an empty one, that there is nothing. */
void runner_quote(char words[WORDS_MAX], const char *text);

#endif
