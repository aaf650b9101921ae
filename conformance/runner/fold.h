/* Folds ids into patterns: as few lines as possible say which of all vectors are meant, and no others. */
#ifndef CONFORMANCE_RUNNER_FOLD_H
#define CONFORMANCE_RUNNER_FOLD_H

#include <stdbool.h>
#include <stddef.h>

struct foldable {
    const char *id;
    const void *group; /* a pattern fits ids of one group alone; null: none fits this one */
    /* What is found: the pattern in the place of this and other ids (the caller frees it), or null; how many ids it
     * stands for that no pattern before it does; whether another one stands for this id. */
    char *pattern;
    size_t stands_for;
    bool is_covered;
};

/* ORDER has room for COUNT places, and gets those of the ids that must be written, in that order: by their pattern, or
 * else as they are.  Returns false if memory ran out. */
bool runner_fold(struct foldable *ids, size_t count, size_t *order, size_t *written);

#endif
