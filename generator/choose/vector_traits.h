/* What a vector shows: whatever a reader may get wrong that this vector would notice, cut up into small
 * traits. A clause that is exercised or broken; a way of breaking it; two values of two dimensions
 * together; a PC beside an edge of a row; a rule of a row; a point of the ledger; a public report; why a
 * trace ends.  Each is a trait of the vector's operation: a reader that answers only lookups notices what
 * lookups show. */
#pragma once

#include "traits.h"
#include "emit/vector.h"

enum { MAX_SHOWN = 1024 /* new traits of one vector */ };

struct view {
    struct hash_set *known; /* traits seen before; null: none */
    uint32_t count;         /* of `news`, where a trait may stand more than once */
    uint64_t news[MAX_SHOWN];
    bool full;                /* there were more than fit */
    enum operation operation; /* of the vector that is seen */
    /* Only clauses, points of the ledger and origins, the same for all operations: for the table of what
     * operations do not show. */
    bool alike;
    uint64_t sought;    /* the hash of a trait whose words are wanted */
    struct trait found; /* that trait; without a kind if the vector does not show it */
};

/* Adds to the view what the vector shows. */
void see(struct view *view, const struct vector *vector);

/* Adds the shape of an unwinding, for readers of its profile on its ABI alone. */
void see_unwinding(struct view *view, const struct vector *vector);

/* That, and the clauses that it exercises or breaks, for such readers. */
void see_own(struct view *view, const struct vector *vector);
