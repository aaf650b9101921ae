/* What every writer must be able to express: a few plain functions, links and models, which no writer may
 * refuse or leave out. */
#ifndef CONFORMANCE_RUNNER_JUDGE_MUST_H
#define CONFORMANCE_RUNNER_JUDGE_MUST_H

#include "declaration.h"

/* Whether the vector is one of these, and the writer has not declared to leave out its profile. */
bool runner_must_be_said(const struct vector *vector, const struct declaration *declaration);

/* For such a vector: turns the outcome that nothing was made into a failure. */
void runner_hold_to_it(const struct vector *vector, const struct declaration *declaration,
                       struct judgement *judgement);

#endif
