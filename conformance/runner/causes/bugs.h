/* The zoo's bugs as a dictionary of mistakes: which vectors of the core each one fails, and by which wrong answer. */
#pragma once

#include "../process/spans.h"

#include <stdbool.h>
#include <stdint.h>

enum { NOT_KNOWN = UINT16_MAX };

/* The number of the vector with this id among those of the dictionary, or NOT_KNOWN. */
uint16_t runner_bugs_vector(struct span id);
extern const unsigned runner_bugs_vectors; /* how many there are */

enum {
#define BUG_ENTRY(name, area, origin, what) BUG_##name,
#include "../../zoo/readers/bugs.def"
#undef BUG_ENTRY
    BUGS
};
extern const struct bug {
    const char *name, *origin, *words; /* words: what it does, as in `swaps fixed FP and fixed RA` */
} runner_bugs[BUGS];

/* Whether BUG is likelier than OTHER, whose answers are the same: somebody reported it of a real reader, or it
 * fails fewer vectors. */
bool runner_bug_is_plainer(unsigned bug, unsigned other);

/* A walk over the vectors that a bug fails. */
struct bug_walk {
    const uint8_t *at, *end;
    uint16_t vector;
    uint8_t mark;
};

/* Folds a symptom's mark into a byte, as in a walk. */
static inline uint8_t runner_bug_mark(uint32_t mark)
{
    return (uint8_t)(mark ^ mark >> 8 ^ mark >> 16 ^ mark >> 24);
}

struct bug_walk runner_bug_begin(unsigned bug);
/* False: there are no more. */
bool runner_bug_next(struct bug_walk *walk);
