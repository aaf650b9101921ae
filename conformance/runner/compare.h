/* The members of answers: their types, and what it takes for two of them to be equal. */
#ifndef CONFORM_COMPARE_H
#define CONFORM_COMPARE_H

#include "judge.h"

/* False, and why in WORDS: a member that no schema names, or one of the wrong type. */
bool answer_has_shape(json_t *answer, enum operation operation, char words[WORDS_MAX]);

/* Whether an answer can be compared with this one. */
bool is_expectation(json_t *answer, enum operation operation);

/* Whether a path in `exposes` names anything. */
bool is_member_path(const char *path);

/* Adds to the judgement wherever ACTUAL is not what EXPECTED says. */
void compare_answers(const struct vector *vector, const struct declaration *declaration,
                     enum measure measure, const json_t *expected, const json_t *actual, struct judgement *judgement);

/* The same of lists of violations, by clause, place and severity, in any order. */
void compare_violations(const json_t *expected, const json_t *actual, bool with_notes,
                        struct judgement *judgement);

/* Whether the adapter says that it states what is at this path, or below it. */
bool is_exposed(const struct declaration *declaration, const char *path);

void add_difference(struct judgement *judgement, const char *path, const json_t *expected,
                    const json_t *actual);

#endif
