/* Points: small sections in which one reading differs from another, and the PCs at which they do.  A family
 * of points is a table of them; what their sections have in common is built here. */
#ifndef GENERATOR_SHAPES_POINTS_H
#define GENERATOR_SHAPES_POINTS_H

#include "contested.h"

enum { EVERY = ANY_ABI, ONLY_LOOKUPS = 0, MAX_PROBES = 5, MAX_POINT_READINGS = 3 };

/* A PC where readings differ. */
struct probe {
    const char *detail;
    uint64_t pc;
};

struct point {
    const char *name;    /* what the shape says after the family's word */
    const char *variant; /* follows the name; may be empty */
    const char *origin;  /* null: the point is the ledger entry of that name */
    unsigned profiles, abis, operations;
    enum vector_class vector_class;
    void (*build)(struct section *section);
    void (*lie)(struct emitter *emitter); /* null: the bytes are the model's */
    const char *note;                     /* what the mistake answers */
    struct probe probes[MAX_PROBES];
    /* Where the right answer is open: the entry of the ledger, and how each reading takes the section. */
    const char *ledger;
    struct reading readings[MAX_POINT_READINGS]; /* the oracle's first */
};

/* A row of a table of points: its members in order, up to the probes or with ledger and readings. */
#define POINT(...)                                                                                           \
    {                                                                                                        \
        __VA_ARGS__, .ledger = NULL                                                                          \
    }
#define OPEN_POINT(...)                                                                                      \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

/* All vectors of those points that apply. */
void gen_emit_points(struct emitter *emitter, enum profile profile, enum abi abi, const char *word,
                     const struct point *points, unsigned count);

/* What a reading understands that finds no functions. */
void gen_finds_nothing(struct section *section);

/* --- Sections ------------------------------------------------------------------------------------------- */

/* Functions of 32 bytes: one row, and the usual three at 0, 4 and 8. */
void gen_leaf_at(struct section *section, int64_t start);
void gen_prologue_at(struct section *section, int64_t start);

/* At 0x1000, and at 0x1000 and 0x1100. */
void gen_leaf(struct section *section);
void gen_prologue(struct section *section);
void gen_two_prologues(struct section *section);

void gen_no_functions(struct section *section);
void gen_rows_first(struct section *section);     /* gen_two_prologues, functions last */
void gen_equal_fields(struct section *section);   /* PC-relative: as far apart as their entries */
void gen_falling_fields(struct section *section); /* PC-relative: nearer than that */
void gen_end_of_stack(struct section *section);   /* rows at 0, 8 and 16, the second without words */
void gen_steps_of_four(struct section *section);  /* rows at 0, 4, 8 and 12 */
void gen_stub(struct section *section);           /* four blocks of 16 bytes at 0x1000 */

/* An auxiliary header of zeros. */
void gen_auxiliary_zeros(struct section *section, uint8_t length);

/* FP's slot, and RA's where rows track it. */
void gen_slots_to(const struct section *section, struct row *row, int64_t ra, int64_t fp);

/* --- Lies ----------------------------------------------------------------------------------------------- */

/* The same bytes once more, with a header of their own. */
void gen_append_itself(struct emitter *emitter);

#endif
