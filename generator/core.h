/* The core: few vectors that lose nothing.  Everything that some vector shows is shown by one of the core: a
 * clause exercised or broken in a profile, a way of breaking it, two values of two dimensions together, a
 * PC beside an edge, a shape, a report.
 *
 * It is found greedily, in runs over all vectors: the first run takes those that show very much that is new,
 * each further run those that show less, and then those that show anything.  Who reads one profile on one ABI
 * alone wants vectors too: of such pairs those that have fewer members than others are always a run ahead.
 * What places are left then go to the pairs that have fewest.  Memory is constant. */
#ifndef GENERATOR_CORE_H
#define GENERATOR_CORE_H

#include "vector.h"

enum {
    CORE_RUNS = 11,
    CORE_MOST = 2000,       /* vectors */
    CORE_LONGEST = 4096,    /* bytes of a section; larger ones are no part of the core */
    CORE_SLOTS = 1 << 17,   /* things shown, twice over */
    CORE_MOST_SHOWN = 1024, /* by one vector */
    KINDS = 6,              /* numbers below this are told apart where they stand for kinds */
};

/* Hashes, in open addressing; 0 is an empty slot. */
struct hash_set {
    uint32_t count;
    uint64_t slots[CORE_SLOTS];
};

struct core {
    struct sink sink;  /* first, so that a sink is a core */
    unsigned run;      /* from 0 to CORE_RUNS - 1, counted by whoever runs the families */
    const char *fault; /* why there is none; null: there is */
    uint32_t count, of_pair[PROFILES][ABIS];
    uint32_t level; /* of the run that fills up: how many each pair may have */
    struct hash_set shown, members;
    uint32_t showing; /* what the vector at hand shows and none of the core does */
    uint64_t shows[CORE_MOST_SHOWN];
};

void core_init(struct core *core);

/* After the last run. */
bool core_has(const struct core *core, const char *id);

#endif
