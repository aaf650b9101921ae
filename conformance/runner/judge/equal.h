/* What it takes for two answers to be equal. */
#ifndef CONFORMANCE_RUNNER_JUDGE_EQUAL_H
#define CONFORMANCE_RUNNER_JUDGE_EQUAL_H

#include "judge.h"

/* Adds to the judgement wherever ACTUAL is not what EXPECTED says. */
void runner_compare_answers(const struct vector *vector, const struct declaration *declaration,
                            enum measure measure, const json_t *expected, const json_t *actual,
                            struct judgement *judgement);

/* The same of lists of violations, by clause, place and severity, in any order. */
void runner_compare_violations(const json_t *expected, const json_t *actual, bool with_notes,
                               struct judgement *judgement);

/* Whether the adapter says that it states what is at this path, or below it. */
bool runner_is_exposed(const struct declaration *declaration, const char *path);

void runner_add_difference(struct judgement *judgement, const char *path, const json_t *expected,
                           const json_t *actual);

#endif
