/* Whether a wrong answer to a lookup is what our oracle says of another place in the same section. */
#ifndef CONFORMANCE_RUNNER_CAUSES_ELSEWHERE_H
#define CONFORMANCE_RUNNER_CAUSES_ELSEWHERE_H

#include "../judge/judge.h"

/* Where, in words such as `gives the row before`; null: nowhere that has a name. */
const char *runner_answer_elsewhere(const struct vector *vector, const struct judgement *judgement);

/* What the row is that a lookup asks for, and where it lies: a bit for each of these, from the lowest one on.
 */
enum { POSITIONS = 22 };
extern const char *const runner_position_names[POSITIONS];
uint64_t runner_lookup_position(const struct vector *vector);

#endif
