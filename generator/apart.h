/* A twin and the faults that stand beside it: the same questions asked of both. */
#ifndef GENERATOR_APART_H
#define GENERATOR_APART_H

#include "sets.h"

enum { MAX_LOOKUPS = 3 };

/* Details are `whole`, and of lookups `at-` and the offset from `origin`. */
struct questions {
    unsigned whole; /* DECODE, CHECK or both */
    uint64_t origin;
    unsigned lookup_count;
    uint32_t lookups[MAX_LOOKUPS];
};

void ask(struct emitter *emitter, const struct questions *questions);

/* The same of what differs from the twin by `clause`, broken in this way: the twin was asked the same. */
void ask_apart(struct emitter *emitter, const struct questions *questions, const char *twin_shape,
               const char *clause, const char *way);

/* Of the rows, the first field that does not end before `end`: what a report points at if they end there. */
uint32_t first_cut(const struct encoded *encoded, uint32_t end);

/* Takes bytes from the end of the section, where its rows are, and mends their length. */
void cut_rows(struct encoded *encoded, uint32_t bytes);

/* The name of a shape: both parts, then -addrN and -wordN where they are not 0. */
const char *shape_of_encoding(char buffer[MAX_ID], const char *before, const char *name, unsigned start_width,
                              unsigned word_size);

/* Two valid sections that differ in what the clause governs: who ignores it fails one of them. */
struct pair {
    const char *shape; /* of the one that is set apart; the other's has "-twin" after it */
    const char *clause, *way;
    struct questions questions;
};

/* Fills in a fresh section: the twin, or the one that is set apart. */
typedef void build_side(struct section *section, const void *what, bool apart);

void emit_pair(struct emitter *emitter, enum profile profile, enum abi abi, const struct pair *pair,
               build_side *build, const void *what);

#endif
