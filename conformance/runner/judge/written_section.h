/* Judges sections that writers made, by what our own oracle reads from them. */
#ifndef CONFORMANCE_RUNNER_JUDGE_WRITTEN_SECTION_H
#define CONFORMANCE_RUNNER_JUDGE_WRITTEN_SECTION_H

#include "judge.h"

/* Whether no section can express what the vector asks for, so that a writer may or must refuse. */
bool runner_may_be_refused(const struct vector *vector);

/* Sets the outcome to SAME or WRONG. */
void runner_judge_written_section(const struct vector *vector, const uint8_t *bytes, size_t size,
                                  struct judgement *judgement);

#endif
