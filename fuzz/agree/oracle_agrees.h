/* A vector held against the oracle, in process and by value: what `sframe-conform --exact` does over pipes.
 *
 * Of a valid one the answer must be the oracle's; of an irregular or malformed one the violations, and the
 * answer where there is one; of a contested one the reading that is named as the oracle's own. */
#ifndef FUZZ_AGREE_ORACLE_AGREES_H
#define FUZZ_AGREE_ORACLE_AGREES_H

#include "vector.h"

/* An emitter (emitter.h) whose every vector is held so. */
struct emitter *emitter_that_compares(void);

#endif
