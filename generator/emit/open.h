/* Finds vectors that rest on an open point of the ledger, where careful readers differ: a vector that names
 * one right answer must not.  See conformance/ledger/README.md. */
#pragma once

#include "vector.h"

/* What a vector asks; and, behind the blank line, what predicates look at, filled in before each is called. */
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

/* The id of an open point whose readings answer this question about the emitter's section differently; null:
 * there is none.  Answers that a vector accepts in any case do not count as different, such as an error for
 * an irregular section. */
const char *gen_open_point_of_vector(struct emitter *emitter, enum vector_class vector_class,
                                     enum operation operation, uint64_t pc);
