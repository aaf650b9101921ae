/* Which vectors are asked, and what else is wanted: globs on ids and fields, and one of so many shards. */
#ifndef CONFORMANCE_RUNNER_ASKED_SELECT_H
#define CONFORMANCE_RUNNER_ASKED_SELECT_H

#include "../judge/corpus_line.h"
#include "require.h"

enum field { ID, PROFILE, ABI, OPERATION, CLASS, FAMILY, LEDGER, CLAUSE, ORIGIN, FIELD_COUNT };

struct wish {
    const char *text; /* as given */
    enum field field;
    const char *glob;
    uint64_t fitted; /* vectors so far */
};

struct wishes {
    struct wish *wishes;
    unsigned count;
};

/* Some vectors: how many, and the sum of the hashes of their ids, which knows no order.  So shards are known
 * to be different ones, and to be all. */
struct share {
    uint64_t vectors, hash;
};

struct selection {
    struct wishes select, skip;
    struct requirements required; /* what is to be there beside right answers */
    unsigned shard, shards;       /* from 1; 0 of 0: all */
    struct share selected, taken; /* so far: in all shards, and in this one */
};

/* GLOB or FIELD=GLOB; *why tells what is wrong. */
bool runner_wishes_add(struct wishes *wishes, const char *text, const char **why);
void runner_selection_free(struct selection *selection);
bool runner_shard_read(struct selection *selection, const char *text);
/* How many of so many vectors this shard takes, as they are dealt one by one. */
uint64_t runner_shard_size(const struct selection *selection, uint64_t vectors);

/* Whether a vector is asked here.  Each vector is to be offered once, in order. */
bool runner_selection_takes(struct selection *selection, const struct vector *vector);

/* Every point of the ledger that a vector is about, until VISIT says true. */
bool runner_each_ledger(const struct vector *vector, bool (*visit)(void *context, struct span ledger),
                        void *context);

#endif
