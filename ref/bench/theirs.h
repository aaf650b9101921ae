/* GNU libsframe, asked the same as libsframe-ref, where it is compiled in (WITH_LIBSFRAME). */
#ifndef BENCH_THEIRS_H
#define BENCH_THEIRS_H

#include "sframe-ref.h"

#ifdef WITH_LIBSFRAME
#include <sframe-api.h>
#else
typedef struct sframe_decoder_ctx sframe_decoder_ctx;
#endif

struct bench {
    uint8_t *bytes;
    size_t size;
    struct sfr_section section;
    sframe_decoder_ctx *theirs; /* NULL: there is none, or it cannot read the section */
    uint64_t *pcs;              /* counted from the start of the section, which is said to lie at 0 */
    void *scratch;
};

/* One turn: COUNT functions or PCs.  What it gives back sums up what it saw. */
typedef uint64_t turn(const struct bench *bench, uint32_t count);

void open_theirs(struct bench *bench);
void close_theirs(struct bench *bench);
turn their_lookups, their_rows;

/* Whether theirs and ours give the same answers for COUNT PCs; the same rows of COUNT functions. */
bool same_lookups(const struct bench *bench, uint32_t count);
bool same_functions(const struct bench *bench, uint32_t count);

#endif
