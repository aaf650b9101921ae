/* Whether a wrong answer to a lookup is what our oracle says of another place in the same section. */
#ifndef CONFORMANCE_RUNNER_CAUSES_ELSEWHERE_H
#define CONFORMANCE_RUNNER_CAUSES_ELSEWHERE_H

#include "../judge/judge.h"

/* Where, in words such as `gives the row before`; null: nowhere that has a name. */
const char *runner_answer_elsewhere(const struct vector *vector, const struct judgement *judgement);

/* Where the row lies that a lookup asks for: bits, from the lowest one on, for the first and the last function, and the
 * first and the last row of its function. */
enum { POSITIONS = 4 };
unsigned runner_lookup_position(const struct vector *vector);

#endif
