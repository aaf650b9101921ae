/* The traits of a vector: small things that a reader may get wrong and that this vector would notice.  They
 * are a clause that is exercised or broken, a way of breaking it, two values of two dimensions together, a PC
 * beside an edge of a row, a rule of a row, a point of the ledger, a public report, and why a trace ends.  A
 * trait belongs to the vector's operation: a reader that answers lookups only notices only theirs. */
#pragma once

#include "traits.h"
#include "emit/vector.h"

struct view {
    struct hash_set *known; /* hashes of the traits seen before, which are not shown again; null: none */
    uint32_t count;         /* how many traits were shown; one may be shown more than once */
    /* What becomes of each trait; null: nothing. */
    void (*take)(void *into, const struct trait *trait, uint64_t hash);
    void *into;
    enum operation operation; /* of the vector that is seen */
};

/* Shows the vector's traits to the view. */
void see(struct view *view, const struct vector *vector);

/* Shows the shape of an unwinding, for readers that read only its profile on its ABI. */
void see_unwinding(struct view *view, const struct vector *vector);

/* Shows the same, and the clauses that the vector exercises or breaks, for such readers. */
void see_own(struct view *view, const struct vector *vector);
