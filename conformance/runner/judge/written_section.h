/* Sections that writers made, judged by what our own oracle reads from them. */
#ifndef CONFORMANCE_RUNNER_JUDGE_WRITTEN_SECTION_H
#define CONFORMANCE_RUNNER_JUDGE_WRITTEN_SECTION_H

#include "judge.h"

/* Whether nothing in a section can say what the vector asks for, so that a writer may or must refuse. */
bool runner_may_be_refused(const struct vector *vector);

/* Sets the outcome: SAME or WRONG. */
void runner_judge_written_section(const struct vector *vector, const uint8_t *bytes, size_t size,
                                  struct judgement *judgement);

#endif
