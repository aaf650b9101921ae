/* Whether two sections say the same, whichever way each is written. */
#ifndef CONFORMANCE_RUNNER_JUDGE_SAME_SECTION_H
#define CONFORMANCE_RUNNER_JUDGE_SAME_SECTION_H

#include "judge.h"

/* Of models, as an answer to `decode` has them.  A writer chooses how wide words are, which rows become one,
 * and in what order functions stand.  False, and the first difference in words. */
bool runner_same_section(const json_t *wanted, const json_t *got, char words[WORDS_MAX]);

#endif
