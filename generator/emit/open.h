/* The guard of what the ledger leaves open: a vector that names one right answer must not rest on an open
 * point, where careful readers differ.  See conformance/ledger/README.md. */
#pragma once

#include "vector.h"

/* What a vector asks.  The rest is filled in while points are tried: what the present one looks at. */
struct question {
    const struct section *section;
    const struct encoded *encoded;
    const struct violations *violations;
    enum vector_class vector_class;
    enum operation operation;
    uint64_t pc; /* lookups only */

    struct answer_lookup found; /* at the PC */
    const struct function *function;
    const struct row *row;
    const struct violation *fault;
};

/* The open point whose readings would answer differently a vector that the emitter's section could become, by
 * its id in the ledger; null: there is none.  Whatever a vector accepts is no difference: an error of an
 * irregular section, say. */
const char *gen_open_point_of_vector(struct emitter *emitter, enum vector_class vector_class,
                                     enum operation operation, uint64_t pc);
