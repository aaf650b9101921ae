/* The mutator: new cases (fuzz/common/case.h) out of old ones, for any engine.
 *
 * All is decided by the seed.  Any bytes will do; what is no case with a section that can be read is mutated
 * as bytes, or gets a section. */
#ifndef FUZZ_MUTATOR_MUTATE_H
#define FUZZ_MUTATOR_MUTATE_H

#include "chance.h"
#include "draft.h"

/* Larger inputs are mutated as bytes. */
enum { MOST_CASE = 1 << 16, MOST_STEPS = 16 };

/* An engine's own mutation of bytes in their place, or havoc(). */
typedef size_t mutate_bytes(uint8_t *data, size_t size, size_t most, struct random *random);

struct mutator {
    mutate_bytes *plain;
    bool never_break; /* leave out whatever may make a section unreadable: for tests */
    unsigned step_count;
    const char *steps[MOST_STEPS]; /* what was done last, in words */
    struct draft draft, other;
    uint8_t input[MOST_CASE], other_input[MOST_CASE];
};

/* Bytes changed without a look at what they mean. */
mutate_bytes havoc;

/* Changes DATA in its place, up to MOST bytes.  The size afterwards: at least 1 if MOST is. */
size_t mutate_case(struct mutator *mutator, uint8_t *data, size_t size, size_t most, uint64_t seed);

/* A case of the functions of both; OUT is apart from them. */
size_t cross_cases(struct mutator *mutator, const uint8_t *ours, size_t our_size, const uint8_t *others,
                   size_t other_size, uint8_t *out, size_t most, uint64_t seed);

/* The steps as a string of at most ROOM - 1 characters, joined by '+'. */
void describe_steps(const struct mutator *mutator, char *out, size_t room);

#endif
