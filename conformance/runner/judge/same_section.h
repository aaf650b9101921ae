/* Decides whether two sections mean the same, although their bytes may differ. */
#ifndef CONFORMANCE_RUNNER_JUDGE_SAME_SECTION_H
#define CONFORMANCE_RUNNER_JUDGE_SAME_SECTION_H

#include "judge.h"

/* Compares two models, which look like answers to `decode`.  A writer may choose how wide words are, which
 * rows it joins, and in what order functions stand.  Returns false if they differ; WORDS then has the first
 * difference. */
bool runner_same_section(const json_t *wanted, const json_t *got, char words[WORDS_MAX]);

#endif
