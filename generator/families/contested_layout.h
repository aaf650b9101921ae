/* What the files of contested_layout share. */
#ifndef GENERATOR_CONTESTED_LAYOUT_H
#define GENERATOR_CONTESTED_LAYOUT_H

#include "../contested.h"

/* The points of header, flags and versions. */
void contested_header(struct emitter *emitter);

/* For what changes an answer and no verdict. */
enum { READS = 2 };
extern const enum operation decode_and_lookup[READS];

/* The vectors of the point for which a table suffices.  Model and bytes of the last stay for what the caller
 * adds. */
void by_verdict(struct dispute *dispute);

/* Answers with the clause at issue broken at the offset or with nothing broken, or refuses. */
void takes(struct dispute *dispute, const char *reading, enum judgement judgement, uint32_t offset);

/* A function of 64 bytes and three rows. */
void function_at(struct section *section, int64_t start);

/* Sections that other questions are put to as well. */
void one_function(struct section *section);
void unsorted_unflagged(struct section *section);
void overlap_partly(struct section *section);
void overlap_within(struct section *section);
void overlap_twins(struct section *section);

#endif
