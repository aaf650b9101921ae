/* A twin and the faults that stand beside it: the same questions asked of both. */
#ifndef GENERATOR_APART_H
#define GENERATOR_APART_H

#include "vector.h"

enum { MAX_LOOKUPS = 5 };
enum { ASK_DECODE = 1, ASK_CHECK = 2 };

/* Details are `whole`, and of lookups `at-` and the offset from `origin`. */
struct questions {
    unsigned whole; /* ASK_DECODE, ASK_CHECK or both */
    uint64_t origin;
    unsigned lookup_count;
    uint32_t lookups[MAX_LOOKUPS];
};

void ask(struct emitter *emitter, const struct questions *questions);

/* The same of what differs from the twin by `clause`, broken in this way: the twin was asked the same. */
void ask_apart(struct emitter *emitter, const struct questions *questions, const char *twin_shape,
               const char *clause, const char *way);

#endif
