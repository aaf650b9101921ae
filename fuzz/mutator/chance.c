#include "chance.h"

uint64_t odd_number(struct random *random, uint64_t old, unsigned width)
{
    switch (below(random, 8)) {
    case 0:
        return old + 1;
    case 1:
        return old - 1;
    case 2:
        return old ^ UINT64_C(1) << below(random, (size_t)8 * width);
    case 3:
        return 0 - old;
    case 4:
        return below(random, 64);
    case 5:
        return old + (uint64_t)below(random, 64) - 32;
    case 6:
        return random_next(random);
    default: /* the largest and smallest numbers of a width, signed and unsigned, and their neighbours */
        break;
    }
    const unsigned bits = 8 * (one_in(random, 3) ? 1U << below(random, 4) : width);
    const uint64_t edges[] = {0, UINT64_C(1) << (bits - 1), bits == 64 ? 0 : UINT64_C(1) << bits};
    const uint64_t edge = edges[below(random, 3)];
    return edge - 1 + below(random, 3);
}
