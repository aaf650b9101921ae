/* Contested unwindings: a point of the ledger about traces, and the trace of each of its readings.  A
 * vector is one question: it is put, each reading gives its trace once, and the question is closed.
 * (Contested vectors of other operations are texts: corpus/cases/contested_*.) */
#ifndef GENERATOR_SHAPES_DISPUTE_H
#define GENERATOR_SHAPES_DISPUTE_H

#include "emit/sets.h"

enum { MAX_READINGS = 5 };

/* A point of the ledger while its vectors are made for one profile and ABI. */
struct dispute {
    struct emitter *emitter;
    struct section *section;     /* the emitter's */
    const char *ledger; /* the point */
    enum profile profile;
    enum abi abi;
    unsigned reading_count;
    const char *readings[MAX_READINGS]; /* the oracle's comes first */

    /* The present question. */
    enum operation operation;
    uint64_t pc;
    const char *name;
    unsigned given; /* which readings have given a trace, a bit each */

    bool made; /* a vector of the point */
    char shape[MAX_ID];
};

/* --- Questions ------------------------------------------------------------------------------------------ */

void gen_put_question(struct dispute *dispute, enum operation operation, uint64_t pc, const char *name);
/* The frames of an unwinding. */
void gen_traces(struct dispute *dispute, const char *reading, const struct trace *trace);
/* The same of one that ends in an error because the reading has a section refused: an error in place of the
 * trace is as good, and so is to do as if the section were not there. */
void gen_traces_or_refuses(struct dispute *dispute, const char *reading, const struct trace *trace);

/* Emits the vector.  The generator stops if a reading of the point has not given its trace once. */
void gen_close_question(struct dispute *dispute);

/* --- Points by table ------------------------------------------------------------------------------------ */

/* An entry of the ledger.  Where the ABI makes no difference one stands for all. */
struct contested_point {
    const char *ledger;
    unsigned profiles, abis;
    void (*make)(struct dispute *dispute);
    const char *readings[MAX_READINGS]; /* the oracle's comes first */
};

#define CONTESTED(ledger, profiles, abis, make, ...)                                                         \
    {                                                                                                        \
        ledger, profiles, abis, make,                                                                        \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

/* The vectors of a point for a profile and an ABI to which it applies.  A point without a vector stops the
 * generator. */
void gen_make_contested_point(struct emitter *emitter, const struct contested_point *point);

#endif
