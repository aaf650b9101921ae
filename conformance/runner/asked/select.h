/* Selects the vectors that are asked, by globs on ids and fields and by shards. */
#pragma once

#include "../judge/corpus_line.h"

#include <stdbool.h>

enum field { ID, PROFILE, ABI, OPERATION, CLASS, FAMILY, LEDGER, CLAUSE, ORIGIN, FIELD_COUNT };

struct wish {
    const char *text; /* as given */
    enum field field;
    const char *glob;
    uint64_t fitted; /* how many vectors have matched so far */
};

struct wishes {
    struct wish *wishes;
    unsigned count;
};

/* A set of vectors: how many they are, and the sum of the hashes of their ids, which does not depend on their
 * order.  By these numbers `merge` knows that shards are different ones, and are all of a run. */
struct share {
    uint64_t vectors, hash;
};

struct selection {
    struct wishes select, skip;
    json_t *required; /* what else the run must have: a list of texts; null: nothing */
    unsigned shard, shards;       /* from 1; 0 of 0: no shards */
    struct share selected, taken; /* so far: by all shards, and by this one */
};

/* Adds GLOB or FIELD=GLOB.  Returns false if TEXT is neither; *why then says what is wrong. */
bool runner_wishes_add(struct wishes *wishes, const char *text, const char **why);
/* Says of an option's wish that no vector of the corpus fits it. */
enum { IDLE_WORDS = 700 };
void runner_idle_words(const char *option, const char *wish, char words[IDLE_WORDS]);
void runner_selection_free(struct selection *selection);
bool runner_shard_read(struct selection *selection, const char *text);
/* How many of VECTORS vectors this shard takes, as they are dealt one by one. */
uint64_t runner_shard_size(const struct selection *selection, uint64_t vectors);

/* Whether this run asks a vector.  The caller must pass each vector once, in order. */
bool runner_selection_takes(struct selection *selection, const struct vector *vector);

/* Visits every ledger entry that a vector is about, until VISIT returns true. */
bool runner_each_ledger(const struct vector *vector, bool (*visit)(void *context, struct span ledger),
                        void *context);
