/* The mutator: makes new cases (fuzz/common/case.h) from old ones, for any engine.
 *
 * The seed decides everything.  Any bytes are accepted: if they are no case with a section that can be read,
 * they are mutated as bytes, or get a section. */
#ifndef FUZZ_MUTATOR_MUTATE_H
#define FUZZ_MUTATOR_MUTATE_H

#include "chance.h"
#include "draft.h"

/* Larger inputs are mutated as bytes. */
enum { MOST_CASE = 1 << 16, MOST_STEPS = 16 };

/* A mutation of bytes in place: an engine's own, or havoc(). */
typedef size_t mutate_bytes(uint8_t *data, size_t size, size_t most, struct random *random);

struct mutator {
    mutate_bytes *plain;
    bool never_break; /* for tests: leave out what can make a section unreadable */
    unsigned step_count;
    const char *steps[MOST_STEPS]; /* the last edits, in words */
    struct draft draft, other;
    uint8_t input[MOST_CASE], other_input[MOST_CASE];
};

/* Changes bytes without regard to their meaning. */
mutate_bytes havoc;

/* Changes DATA in place, up to MOST bytes.  Returns the new size: at least 1 if MOST is. */
size_t mutate_case(struct mutator *mutator, uint8_t *data, size_t size, size_t most, uint64_t seed);

/* Makes a case with functions of both; OUT does not overlap them. */
size_t cross_cases(struct mutator *mutator, const uint8_t *ours, size_t our_size, const uint8_t *others,
                   size_t other_size, uint8_t *out, size_t most, uint64_t seed);

#endif
