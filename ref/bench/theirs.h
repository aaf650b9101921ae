/* Another reader, asked the same as libsframe-ref: GNU libsframe where it is compiled in (WITH_LIBSFRAME), or
 * glibc's (WITH_GLIBC, and glibc.c in place of theirs.c). */
#ifndef BENCH_THEIRS_H
#define BENCH_THEIRS_H

#include "sframe-ref.h"

#ifdef WITH_LIBSFRAME
#include <sframe-api.h>
#elif defined WITH_GLIBC
#include <sframe-read.h>
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

/* Ours without checks, rules and other texts, to see what these cost.  With glibc's reader only. */
turn bare_lookups;

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
