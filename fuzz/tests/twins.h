/* Two mutators with different pasts: whatever they are given, both stay in their bounds and say the same. */
#ifndef FUZZ_TESTS_TWINS_H
#define FUZZ_TESTS_TWINS_H

#include "mutate.h"

extern struct mutator *one, *two;

/* False: out of memory. */
bool twins_begin(void);
void twins_end(void);

/* What they are given: inputs of at most MOST bytes, so many times; now and then exactly as much room as an input
 * takes, and up to SLACK bytes more. */
struct given {
    size_t (*any_input)(uint8_t *out, struct random *random);
    unsigned rounds;
    uint32_t most, slack;
};

/* As cmocka's tests do, these end in a failed assertion. */
void twins_mutate_alike(const struct given *given);
void twins_cross_alike(const struct given *given);

uint8_t *copy_of(const uint8_t *bytes, size_t size, size_t room);
/* Share of a hundred, rounded down. */
unsigned percent(unsigned part, unsigned whole);

#endif
