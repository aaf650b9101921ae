#include "bugs.h"

#include <stdlib.h>
#include <string.h>

/* From the zoo's table.  What each bug fails is in bugs.txt, which the Makefile makes into C. */
const struct bug runner_bugs[BUGS] = {
#define BUG_ENTRY(name, area, origin, what) {#name, origin, what},
#include "../../zoo/readers/bugs.def"
#undef BUG_ENTRY
};

/* From bugs.txt: `vectors`, the hashes of their ids in ascending order, and `kills`: for each bug and each vector
 * that it fails, a byte for the step from the vector before and a byte for the mark of the wrong answer.  To a
 * step of 255 the next byte is added.  Compilers that we know take strings longer than C promises. */
#pragma GCC diagnostic ignored "-Woverlength-strings"
#include "bugs.inc"

enum { VECTORS = sizeof vectors / sizeof *vectors, LONG_STEP = 255 };

const unsigned runner_bugs_vectors = VECTORS;

static int order(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

uint16_t runner_bugs_vector(struct span id)
{
    const uint32_t hash = (uint32_t)runner_hash_bytes(HASH_START, id.at, id.size);
    const uint32_t *const found = bsearch(&hash, vectors, VECTORS, sizeof *vectors, order);
    return found != NULL ? (uint16_t)(found - vectors) : NOT_KNOWN;
}

bool runner_bug_is_plainer(unsigned bug, unsigned other)
{
    static const char report[] = "report ";
    const bool is_reported = strncmp(runner_bugs[bug].origin, report, sizeof report - 1) == 0,
               other_is = strncmp(runner_bugs[other].origin, report, sizeof report - 1) == 0;
    return is_reported != other_is ? is_reported : kills[bug].size < kills[other].size;
}

struct bug_walk runner_bug_begin(unsigned bug)
{
    return (struct bug_walk){.at = kills[bug].at, .end = kills[bug].at + kills[bug].size};
}

bool runner_bug_next(struct bug_walk *walk)
{
    unsigned step = 0;
    bool goes_on = true;
    while (goes_on && walk->end - walk->at >= 2) {
        goes_on = *walk->at == LONG_STEP;
        step += *walk->at++;
    }
    if (goes_on)
        return false;
    walk->vector = (uint16_t)(walk->vector + step);
    walk->mark = *walk->at++;
    return true;
}
