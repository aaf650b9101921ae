/* What reading one file may cost.  A header of a few bytes may claim any amount of work.  Before a reader
 * does what a header claims, it takes the cost from the file's budget.  So the size of a file limits its
 * time and memory. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Name, words for messages, amount for any file, amount for each byte of the file. */
#define RESOURCES                                                                                            \
    RESOURCE(WORK, "steps of work", 1ULL << 25, 160)       /* of some nanoseconds each */                    \
    RESOURCE(MEMORY, "bytes of memory", 24ULL << 20, 2)    /* beside the file's own bytes */                 \
    RESOURCE(SECTIONS, "bytes of sections", 1ULL << 20, 4) /* SFrame sections as they are read, together */

enum resource {
#define RESOURCE(name, words, least, per_byte) RESOURCE_##name,
    RESOURCES
#undef RESOURCE
        RESOURCE_COUNT,
};

struct input;

/* The most that a file of this size is given. */
uint64_t tool_budget_of(enum resource resource, uint64_t size);

/* Takes AMOUNT from the budget.  False: less is left, which is reported; nothing is taken. */
bool tool_input_spend(struct input *input, enum resource resource, uint64_t amount);

/* The same for COUNT things that cost EACH. */
bool tool_input_spend_each(struct input *input, enum resource resource, uint64_t count, uint64_t each);

/* Returns what was taken and is no longer used. */
void tool_input_give_back(struct input *input, enum resource resource, uint64_t amount);

/* Prints a line: of each resource, what was used and the budget. */
void tool_input_print_cost(FILE *out, const struct input *input);
