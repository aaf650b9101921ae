/* Decides whether two answers are equal. */
#ifndef CONFORMANCE_RUNNER_JUDGE_EQUAL_H
#define CONFORMANCE_RUNNER_JUDGE_EQUAL_H

#include "judge.h"

/* Adds a difference to the judgement for each member in which ACTUAL is not what EXPECTED demands. */
void runner_compare_answers(const struct vector *vector, const struct declaration *declaration,
                            enum measure measure, const json_t *expected, const json_t *actual,
                            struct judgement *judgement);

/* Compares two lists of violations by clause, place and severity, in any order.  Differences go to the
 * judgement. */
void runner_compare_violations(const json_t *expected, const json_t *actual, bool with_notes,
                               struct judgement *judgement);

/* Whether the adapter declares that its answers have the member at this path, or any below it. */
bool runner_is_exposed(const struct declaration *declaration, const char *path);

void runner_add_difference(struct judgement *judgement, const char *path, const json_t *expected,
                           const json_t *actual);

#endif
