/* Tests two mutators with different pasts: whatever they are given, both stay in their bounds and make the
 * same. */
#ifndef FUZZ_TESTS_TWINS_H
#define FUZZ_TESTS_TWINS_H

#include "mutate.h"

extern struct mutator *one, *two;

/* Returns false if memory ran out. */
bool twins_begin(void);
void twins_end(void);

/* What they are given: so many inputs of at most MOST bytes; sometimes exactly as much room as the input
 * takes, or up to SLACK bytes more. */
struct given {
    size_t (*any_input)(uint8_t *out, struct random *random);
    unsigned rounds;
    uint32_t most, slack;
};

/* Like cmocka's tests, these end by a failed assertion. */
void twins_mutate_alike(const struct given *given);
void twins_cross_alike(const struct given *given);

uint8_t *copy_of(const uint8_t *bytes, size_t size, size_t room);
/* A percentage, rounded down. */
unsigned percent(unsigned part, unsigned whole);

#endif
