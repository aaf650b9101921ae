/* What the files of contested_layout share. */
#ifndef GENERATOR_FAMILIES_CONTESTED_LAYOUT_H
#define GENERATOR_FAMILIES_CONTESTED_LAYOUT_H

#include "shapes/contested.h"

/* The points of header, flags and versions. */
void gen_contested_header(struct emitter *emitter);

/* For what changes an answer and no verdict. */
enum { READS = 2 };
extern const enum operation gen_decode_and_lookup[READS];

/* The vectors of the point for which a table suffices.  Model and bytes of the last stay for what the caller
 * adds. */
void gen_by_verdict(struct dispute *dispute);

/* Answers with the clause at issue broken at the offset or with nothing broken, or refuses. */
void gen_takes(struct dispute *dispute, const char *reading, enum judgement judgement, uint32_t offset);

/* A function of 64 bytes and three rows. */
void gen_function_at(struct section *section, int64_t start);

/* Sections that other questions are put to as well. */
void gen_one_function(struct section *section);
void gen_unsorted_unflagged(struct section *section);
void gen_overlap_partly(struct section *section);
void gen_overlap_within(struct section *section);
void gen_overlap_twins(struct section *section);

#endif
