/* Compares vectors with the oracle, in process and by value, as `sframe-conform --exact` does over pipes.
 *
 * For a valid vector the answer must be the oracle's; for an irregular or malformed one the violations must
 * be the same, and the answer if there is one; for a contested one the reading must be the oracle's. */
#pragma once

#include "emit/vector.h"

/* An emitter (emitter.h) that compares every vector so. */
struct emitter *emitter_that_compares(void);
