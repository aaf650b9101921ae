/* Contested points on which readings differ in the verdict on a section; part of contested_layout. */
#ifndef GENERATOR_CONTESTED_VERDICTS_H
#define GENERATOR_CONTESTED_VERDICTS_H

#include "../contested.h"

/* The vectors of the point for which a table suffices.  Model and bytes of the last stay for what the caller
 * adds. */
void by_verdict(struct dispute *dispute);

/* Answers with the clause at issue broken at the offset or with nothing broken, or refuses. */
void takes(struct dispute *dispute, const char *reading, enum judgement judgement, uint32_t offset);

/* Sections that other questions are put to as well. */
void one_function(struct section *section);
void unsorted_unflagged(struct section *section);
void overlap_partly(struct section *section);
void overlap_within(struct section *section);
void overlap_twins(struct section *section);

#endif
