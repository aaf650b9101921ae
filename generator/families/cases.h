/* Families whose vectors are texts in the notation: FAMILY/NAME.txt in a folder of cases. */
#pragma once

#include "emit/vector.h"

/* Emits the vectors of the family that runs. */
void gen_emit_cases(struct emitter *emitter);

/* Takes the cases from this folder instead of those of corpus/cases, which are compiled in.  False: a message
 * says what is wrong. */
bool gen_read_cases(const char *folder);

/* The version of the corpus that has these vectors; null: the cases come from another folder. */
const char *gen_corpus_version(void);
