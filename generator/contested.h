/* Contested vectors from a table of the ledger's open points: shared by families.
 *
 * A vector is one question.  Ask it, let each reading of the point answer, refuse or say, and settle it.  The
 * model is changed from reading to reading into what that reading understands by the bytes, and changed back.
 */
#ifndef GENERATOR_CONTESTED_H
#define GENERATOR_CONTESTED_H

#include "sets.h"

enum { MAX_READINGS = 5 };

struct matter;

/* An entry of the ledger.  Where the ABI makes no difference one stands for all. */
struct contested_point {
    const char *ledger;
    const char *clause; /* the statement at issue */
    unsigned profiles, abis;
    void (*make)(struct matter *matter);
    const char *readings[MAX_READINGS]; /* the oracle's comes first */
};

#define CONTESTED(ledger, clause, profiles, abis, make, ...)                                                 \
    {                                                                                                        \
        ledger, clause, profiles, abis, make,                                                                \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

/* A point while its vectors are made for one profile and ABI. */
struct matter {
    struct emitter *emitter;
    struct section *section;
    const struct contested_point *point;
    enum profile profile;
    enum abi abi;
    enum operation operation; /* what the present question asks */
    uint64_t pc;
    const char *name;
    uint32_t told; /* a bit for each of the point's readings */
    bool made;     /* a vector */
    char shape[MAX_ID];
};

/* Makes every point for every profile and ABI that it names.  A point without a vector, and a vector without
 * all of its point's readings, are faults of the generator. */
void make_contested(struct emitter *emitter, const struct contested_point *points, unsigned count);

/* A fresh section of the shape open-<ledger><suffix>. */
struct section *begin_matter(struct matter *matter, const char *suffix);

void put_question(struct matter *matter, enum operation operation, uint64_t pc, const char *name);
/* By its usual name: of the whole, or of a PC inside. */
void ask_plainly(struct matter *matter, enum operation operation, uint64_t pc);

/* From the model and the violations as they stand. */
void answers(struct matter *matter, const char *reading);
void refuses(struct matter *matter, const char *reading);
/* What no model says: JSON that states only what sets the reading apart. */
void says(struct matter *matter, const char *reading, const char *json);

enum stance { ALLOWS = 'A', BREACHES = 'B', REFUSES = 'R' };

/* Refuses, or answers with the clause at issue broken at the offset or not broken; whatever else is broken
 * stays so. */
void stands(struct matter *matter, const char *reading, enum stance stance, uint32_t offset);

void settle(struct matter *matter);

#endif
