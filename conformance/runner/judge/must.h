/* What every writer must be able to say: a few plain functions and links, which none may refuse or leave out. */
#ifndef CONFORMANCE_RUNNER_JUDGE_MUST_H
#define CONFORMANCE_RUNNER_JUDGE_MUST_H

#include "declaration.h"

/* Whether the vector is one of them, and its profile is none that the writer declares to leave out. */
bool runner_must_be_said(const struct vector *vector, const struct declaration *declaration);

/* Of such a vector: that nothing came of it is a failure. */
void runner_hold_to_it(const struct vector *vector, const struct declaration *declaration,
                       struct judgement *judgement);

#endif
