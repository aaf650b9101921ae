/* What the failures of a reader have in common, found without knowing the reader.
 *
 * A cause is one of three: properties of sections that it refuses, and takes none of; a bug of the zoo whose wrong answers
 * are its own; or an effect, in plain words.  That which explains the most failures is first, then that which explains the
 * most of the others, and so on. */
#ifndef CONFORMANCE_RUNNER_CAUSES_CAUSES_H
#define CONFORMANCE_RUNNER_CAUSES_CAUSES_H

#include "facts.h"

enum { CAUSES_MAX = 10, CAUSE_WORDS = 600 };

enum cause_kind { CAUSE_REFUSES, CAUSE_BUG, CAUSE_EFFECT, CAUSE_KINDS };
extern const char *const runner_cause_kinds[CAUSE_KINDS];

struct found_cause {
    enum cause_kind kind;
    char words[CAUSE_WORDS];
    const char *bug;   /* its name in the zoo; else null */
    uint64_t explains; /* failures */
    size_t example;    /* the number of the fact with the smallest section */
};

struct found_causes {
    unsigned count;
    struct found_cause all[CAUSES_MAX];
    uint8_t *explained; /* of each fact, whether a cause explains it; the caller frees it */
};

/* Searches in COUNT facts.  Returns false if memory ran out. */
bool runner_causes_find(const struct facts *facts, const struct fact *all, size_t count, struct found_causes *found);

#endif
