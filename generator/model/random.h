/* The one source of chance: splitmix64.  Integers only, so that a seed gives the same draws on every host. */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state;
};

static inline struct random random_of(uint64_t seed)
{
    return (struct random){.state = seed};
}

static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
}

/* A number from 0 to bound - 1.  The bias of the remainder is too small to show in test vectors. */
static inline uint64_t random_below(struct random *random, uint64_t bound)
{
    return random_next(random) % bound;
}

/* Chance for something with this name. */
static inline struct random random_named(uint64_t seed, const char *name)
{
    for (; *name != '\0'; name++)
        seed = seed * 131 + (unsigned char)*name;
    return random_of(seed);
}
