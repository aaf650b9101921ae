/* Random numbers; all come from one seed, as integers. */
#pragma once

#include "model/random.h"

#include <stdbool.h>
#include <stddef.h>

static inline unsigned below(struct random *random, size_t bound)
{
    return (unsigned)(((random_next(random) & UINT32_MAX) * (uint64_t)bound) >> 32);
}

static inline bool one_in(struct random *random, unsigned bound)
{
    return below(random, bound) == 0;
}

/* A number of WIDTH bytes that is worth trying instead of OLD: extremes, neighbours, single bits. */
uint64_t odd_number(struct random *random, uint64_t old, unsigned width);
