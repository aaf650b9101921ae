/* Sections that writers made, judged by what our own oracle reads from them. */
#ifndef CONFORM_WRITTEN_SECTION_H
#define CONFORM_WRITTEN_SECTION_H

#include "judge.h"

/* Sets the outcome: SAME or WRONG. */
void runner_judge_written_section(const struct vector *vector, const uint8_t *bytes, size_t size,
                                  struct judgement *judgement);

#endif
