/* The form of strings in answers: a register, a word of a fixed list. */
#ifndef CONFORMANCE_RUNNER_JUDGE_FORM_H
#define CONFORMANCE_RUNNER_JUDGE_FORM_H

#include "judge.h"

/* Whether some string of the answer is of no form that its member can have, so that no answer is equal to it.  WORDS
 * then says which, what it is and what is owed. */
bool runner_has_no_form(const json_t *answer, enum operation operation, char words[WORDS_MAX]);

#endif
