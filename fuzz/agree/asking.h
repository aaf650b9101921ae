/* A vector of the generator's, asked of the implementation in process and judged. */
#ifndef FUZZ_AGREE_ASKING_H
#define FUZZ_AGREE_ASKING_H

#include "vector.h"

/* Whether the implementation says that it can be asked this of the section. */
bool is_asked(const struct section *section, enum operation operation);

/* A law: it answers what may be answered.  Of what is malformed only one that claims to be strict; others are
 * given it, and nothing more. */
void ask_vector(const struct vector *vector);

/* A law: of a contested vector its answer is that of the oracle's reading. */
void ask_for_own_reading(const struct vector *vector);

#endif
