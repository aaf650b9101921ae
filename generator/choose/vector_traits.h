/* The traits of a vector: small things that a reader may get wrong and that this vector would notice.  They
 * are a clause that is exercised or broken, a way of breaking it, two values of two dimensions together, a PC
 * beside an edge of a row, a rule of a row, a point of the ledger, a public report, and why a trace ends.  A
 * trait belongs to the vector's operation: a reader that answers lookups only notices only theirs. */
#pragma once

#include "traits.h"
#include "emit/vector.h"

enum { MAX_SHOWN = 4096 /* traits of one vector */ };

struct view {
    struct hash_set *known; /* hashes of the traits seen before; null: none */
    uint32_t count;         /* of `news`, which may have a trait more than once */
    uint64_t news[MAX_SHOWN];
    bool full;                /* there were more than fit */
    enum operation operation; /* of the vector that is seen */
    uint64_t sought;    /* the hash of a trait whose words are wanted */
    struct trait found; /* that trait; without a kind if the vector does not show it */
};

/* Adds the vector's traits to the view. */
void see(struct view *view, const struct vector *vector);

/* Adds the shape of an unwinding, for readers that read only its profile on its ABI. */
void see_unwinding(struct view *view, const struct vector *vector);

/* Adds the same, and the clauses that the vector exercises or breaks, for such readers. */
void see_own(struct view *view, const struct vector *vector);
