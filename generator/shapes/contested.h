/* Contested vectors: bytes of which the ledger has an open point, with the answer of each of its readings.
 *
 * A vector is one question about the bytes.  Each reading of the point answers it, refuses the section, or
 * says what no model can; then the question is closed:
 *
 *     gen_put_question(dispute, OPERATION_LOOKUP, 0x11000, "start");
 *     gen_answers(dispute, "holds-none");
 *     function->size = 1;
 *     gen_answers(dispute, "holds-start");
 *     function->size = 0;
 *     gen_refuses(dispute, "breach");
 *     gen_close_question(dispute);
 *
 * Answers are written from the model and the violations as they stand: between two readings the model is
 * changed into what the next one understands by the bytes.  Where a table says how, gen_judge() does it.
 */
#ifndef GENERATOR_SHAPES_CONTESTED_H
#define GENERATOR_SHAPES_CONTESTED_H

#include "emit/sets.h"

enum { MAX_READINGS = 5 };

/* A point of the ledger while its vectors are made for one profile and ABI. */
struct dispute {
    struct emitter *emitter;
    struct section *section;     /* the emitter's */
    const char *ledger, *clause; /* the point, and the clause at issue; null: not a single one */
    enum profile profile;
    enum abi abi;
    unsigned reading_count, oracle; /* and which of the readings is the oracle's */
    const char *readings[MAX_READINGS];
    /* Among a vector's clauses are those that the model breaks.  Else these are the readings' affair, and it
     * has those that gen_exercises() names. */
    bool lists_violations;

    /* The present question. */
    enum operation operation;
    uint64_t pc;
    const char *name;
    unsigned given; /* which readings have answered or refused, a bit each */
    struct {
        size_t begin, length; /* in the expectation */
    } answers[MAX_READINGS];

    bool made; /* a vector of the point */
    char shape[MAX_ID];
};

/* --- Questions ------------------------------------------------------------------------------------------ */

void gen_put_question(struct dispute *dispute, enum operation operation, uint64_t pc, const char *name);
/* By its usual name: of the whole, or of a PC inside. */
void gen_put_usual_question(struct dispute *dispute, enum operation operation, uint64_t pc);

void gen_answers(struct dispute *dispute, const char *reading);
void gen_refuses(struct dispute *dispute, const char *reading);
/* What no model says: JSON that holds only what the reading does not share with others. */
void gen_says(struct dispute *dispute, const char *reading, const char *json);
/* The frames of an unwinding. */
void gen_traces(struct dispute *dispute, const char *reading, const struct trace *trace);
/* The same of one that ends in an error because the reading has a section refused: an error in place of the
 * trace is as good, and so is to do as if the section were not there. */
void gen_traces_or_refuses(struct dispute *dispute, const char *reading, const struct trace *trace);

/* Emits the vector.  That each reading of the point has had its say once is seen to. */
void gen_close_question(struct dispute *dispute);

/* --- Readings by table ---------------------------------------------------------------------------------- */

enum judgement {
    ALLOWS = 'A',     /* answers, and finds the clause at issue not broken; without one, nothing broken */
    BREAKS = 'B',     /* answers, and finds what the model breaks, or the clause that is named */
    UNREADABLE = 'U', /* cannot read the section: only a check has an answer */
    REFUSES = 'R',    /* gives no answer to anything */
};

/* What a row says. */
struct rules {
    bool given;
    struct rule cfa, ra, fp;
};

struct reading {
    const char *name;
    enum judgement judgement;
    const char *clause;                          /* broken, or what makes it unreadable */
    struct rules row;                            /* what the first row says to it */
    void (*understand)(struct section *section); /* what else it takes differently */
    /* A decode's answer as JSON, where all who read it so share less than a model says; null: the model's. */
    const char *decoded;
};

/* One that sees in the bytes what the model says. */
#define READING(name, judgement_)                                                                            \
    {                                                                                                        \
        name, .judgement = (judgement_)                                                                      \
    }

void gen_set_rules(struct row *row, const struct rules *rules);

/* The reading's answer; the clause that it names is broken at the offset.  A reading whose lookup ends in an
 * error refuses.  Model and violations are then what they were. */
void gen_judge(struct dispute *dispute, const struct reading *reading, uint32_t offset);

/* A question that each of the point's readings answers so. */
struct dispute gen_dispute_over(struct emitter *emitter, const char *ledger, const struct reading *readings,
                                unsigned most);
void gen_judge_all(struct dispute *dispute, const struct reading *readings, uint32_t offset);

/* The pairs of readings whose answers to the last question differ, a bit each, and all there are. */
unsigned gen_pairs_that_differ(const struct dispute *dispute);
unsigned gen_all_pairs(const struct dispute *dispute);

/* --- Points by table ------------------------------------------------------------------------------------ */

/* An entry of the ledger.  Where the ABI makes no difference one stands for all. */
struct contested_point {
    const char *ledger;
    const char *clause; /* the statement at issue */
    unsigned profiles, abis;
    void (*make)(struct dispute *dispute);
    const char *readings[MAX_READINGS]; /* the oracle's comes first */
};

#define CONTESTED(ledger, clause, profiles, abis, make, ...)                                                 \
    {                                                                                                        \
        ledger, clause, profiles, abis, make,                                                                \
        {                                                                                                    \
            __VA_ARGS__                                                                                      \
        }                                                                                                    \
    }

/* Makes every point for every profile and ABI that it names.  A point without a vector, and a vector without
 * all of its point's readings, stop the generator. */
void gen_make_contested(struct emitter *emitter, const struct contested_point *points, unsigned count);

/* The same of one point, which applies and is wanted. */
void gen_make_contested_point(struct emitter *emitter, const struct contested_point *point,
                              enum profile profile, enum abi abi);

/* A fresh section of the shape open-<ledger><suffix>. */
struct section *gen_begin_dispute(struct dispute *dispute, const char *suffix);

#endif
