/* Families whose vectors are texts in the notation: FAMILY/NAME.txt in a folder of cases. */
#pragma once

#include "emit/vector.h"

/* The vectors of the family that runs. */
void gen_emit_cases(struct emitter *emitter);

/* Takes the cases from this folder instead of those of corpus/cases, which are compiled in.  False: it has
 * said what is wrong. */
bool gen_read_cases(const char *folder);

/* Of the corpus that has these vectors; null: the cases are somebody's own. */
const char *gen_corpus_version(void);
