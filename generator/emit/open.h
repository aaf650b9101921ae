/* Finds vectors that rest on an open point of the ledger, where careful readers differ: a vector that names
 * one right answer must not.  See conformance/ledger/README.md. */
#pragma once

#include "sets.h"

/* What a vector asks; and, behind the blank line, what points are about, filled in before they are looked for. */
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

/* --- For the files of open points ----------------------------------------------------------------------- */

/* The first point on which the answer rests, or null: a point of the question's row or function, or of its section;
 * or of its fault, for which only some readers refuse. */
const char *gen_open_point_of_row(const struct question *question);
const char *gen_open_point_of_function(const struct question *question);
const char *gen_open_point_of_section(const struct question *question);
const char *gen_open_point_of_fault(const struct question *question);

enum { RULES = DECODE | LOOKUP, ANY = BOTH | LOOKUP };

/* Returns the point if the answer rests on it: the condition holds, and the question's operation is one whose answers
 * differ by the point.  These are other operations for valid sections than for broken ones, since vectors of the latter
 * accept more.  0: no such vector can rest on the point, or they accept all readings. */
#define POINT(ledger, valid, broken, condition)                                                              \
    if (asks_for(question, valid, broken) && (condition))                                                    \
    return ledger

static inline bool asks_for(const struct question *question, unsigned valid, unsigned broken)
{
    return is_in(question->vector_class == CLASS_VALID ? valid : broken, question->operation);
}

static inline const struct profile_facts *profile_of(const struct question *question)
{
    return &gen_profile_facts[question->section->profile];
}

static inline const struct abi_facts *abi_of(const struct question *question)
{
    return &gen_abi_facts[question->section->abi];
}
