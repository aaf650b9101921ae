/* Another reader, asked the same as libsframe-ref: GNU libsframe (WITH_LIBSFRAME), glibc's (WITH_GLIBC), or
 * none. */
#ifndef REF_BENCH_THEIRS_H
#define REF_BENCH_THEIRS_H

#include "sframe-ref.h"

typedef struct sframe_decoder_ctx sframe_decoder_ctx;

#define NO_FUNCTION UINT32_MAX

struct bench {
    uint8_t *bytes;
    size_t size;
    struct sfr_section section;
    sframe_decoder_ctx *theirs; /* NULL: there is none, or it cannot read the section */
    uint64_t *pcs;              /* counted from the start of the section, which is said to lie at 0 */
    uint32_t *functions;        /* which function answers for each, or none: NO_FUNCTION */
    void *scratch;
};

/* One turn: COUNT functions or PCs.  What it gives back sums up what it saw. */
typedef uint64_t turn(const struct bench *bench, uint32_t count);

/* What is left of a lookup if the function is known, nothing is checked and no rules are worked out: the
 * floor for whoever reads the table and the rows. */
turn floor_lookups;
bool has_floor(const struct bench *bench); /* of version 2 only */

extern const char *const their_name;
extern const int their_lookup_goal;
extern const bool they_walk; /* else they only look up */

void open_theirs(struct bench *bench);
void close_theirs(struct bench *bench);
turn their_lookups, their_rows;

/* Whether theirs and ours give the same answers for COUNT PCs; the same rows of COUNT functions. */
bool same_lookups(const struct bench *bench, uint32_t count);
bool same_functions(const struct bench *bench, uint32_t count);

#endif
