/* Basic vectors: a few plain functions, links and models that every writer must be able to express, so none
 * may refuse them or leave them out. */
#ifndef CONFORMANCE_RUNNER_JUDGE_BASIC_H
#define CONFORMANCE_RUNNER_JUDGE_BASIC_H

#include "declaration.h"

/* Whether the vector is one of these, and the writer has not declared to leave out its profile. */
bool runner_is_basic(const struct vector *vector, const struct declaration *declaration);

/* For such a vector: turns the outcome that nothing was made into a failure. */
void runner_fail_if_basic(const struct vector *vector, const struct declaration *declaration,
                          struct judgement *judgement);

#endif
