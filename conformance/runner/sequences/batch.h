/* The questions that are asked in several orders, and those orders. */
#ifndef CONFORMANCE_RUNNER_SEQUENCES_BATCH_H
#define CONFORMANCE_RUNNER_SEQUENCES_BATCH_H

#include "../results.h"

/* So many questions are asked in each order, of lines of so many bytes; an adapter has room for so many
 * sections. */
enum { BATCH = 256, BATCH_BYTES = 4 << 20, OPEN_AT_ONCE = 8 };

struct batch {
    struct result items[BATCH];
    unsigned item_count;
    struct vector *asked[BATCH]; /* the vectors of results that may prove unsteady */
    unsigned of[BATCH];          /* the item of each */
    unsigned section[BATCH];     /* consecutive ones of the same section have the same number */
    unsigned count, sections;
};

/* Whether each question brings its section along, or sections are opened and asked. */
enum manner { PLAIN, OPENED };

struct sequence {
    enum manner manner;
    unsigned count, asks[2 * BATCH]; /* the numbers of questions */
};

/* Fills in all that follows from the items. */
void runner_batch_prepare(struct batch *batch);

enum order { FORWARDS, BACKWARDS, SHUFFLED, INTERLEAVED, ORDERS };

/* All questions of the batch, so that no more than OPEN_AT_ONCE sections are open together. */
void runner_batch_order(const struct batch *batch, enum order order, uint64_t seed,
                        struct sequence *sequence);

#endif
