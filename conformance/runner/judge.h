/* What an answer is worth: pure functions of a vector, a declaration and a line of text. */
#ifndef CONFORM_JUDGE_H
#define CONFORM_JUDGE_H

#include "outcome.h"
#include "vector.h"

#include <jansson.h>

extern const char *const outcome_names[OUTCOME_COUNT];
extern const bool outcome_counts_against[OUTCOME_COUNT];

enum { WORDS_MAX = 240, PATH_MAX_SIZE = 120, DIFFERENCES_MAX = 16, CAUSE_MAX = 200 };

/* What `hello` says. */
struct declaration {
    json_t *hello; /* owns the strings; null: nothing said yet */
    const char *name, *version;
    bool profiles[PROFILE_COUNT], abis[ABI_COUNT], operations[OPERATION_COUNT];
    bool foreign_byte_order;
    json_t *exposes; /* an array of paths, or null: all */
};

struct difference {
    char path[PATH_MAX_SIZE], expected[WORDS_MAX], actual[WORDS_MAX];
};

struct judgement {
    enum outcome outcome;
    char reason[2 * WORDS_MAX + PATH_MAX_SIZE]; /* in a line; empty if it passed */
    char reading[64];                           /* of READING: which */
    unsigned count;                             /* of differences; those beyond the room are counted only */
    struct difference differences[DIFFERENCES_MAX];
};

/* False, and why in WORDS: the line is no hello. */
bool declaration_read(struct declaration *declaration, struct span line, char words[WORDS_MAX]);
void declaration_free(struct declaration *declaration);

/* A text as JSON, or null.  jansson alone passes over a zero byte behind a number, which nobody else reads. */
json_t *json_of(struct span text, size_t flags, json_error_t *error);

/* The number of the request that a line answers.  False: it is not known without a parser, or not at all. */
bool read_answer_number(struct span line, uint64_t *number, struct span *rest);

/* Judges the line that came when request NUMBER was to be answered. */
void judge(const struct vector *vector, const struct declaration *declaration, uint64_t number,
           struct span line, struct judgement *judgement);

/* Sets outcome and reason. */
void judge_as(struct judgement *judgement, enum outcome outcome, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
