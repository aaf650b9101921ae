/* Asks the implementation in process a vector of the generator, and judges the answer. */
#pragma once

#include "emit/vector.h"

/* Whether the implementation declares that it can be asked this about the section. */
bool is_asked(const struct section *section, enum operation operation);

/* A law: the answer is one of the right ones.  Answers about malformed sections are only judged if the
 * implementation claims to be strict; others just get the section. */
void ask_vector(const struct vector *vector);

/* A law: for a contested vector the answer is that of the oracle's reading. */
void ask_for_own_reading(const struct vector *vector);
