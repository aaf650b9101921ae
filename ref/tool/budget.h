/* What reading one file may cost.  A header has a few bytes and may claim anything.  What it claims is charged
 * here before it is done, so the size of a file limits the time and the memory that it takes. */
#ifndef REF_TOOL_BUDGET_H
#define REF_TOOL_BUDGET_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* So much by itself, and so much for each byte of the file. */
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

/* Takes so much from what the file is given.  False: there is less left, which is told; nothing is taken. */
bool tool_input_spend(struct input *input, enum resource resource, uint64_t amount);

/* The same of COUNT things that cost EACH. */
bool tool_input_spend_each(struct input *input, enum resource resource, uint64_t count, uint64_t each);

/* Gives back what was taken and is no longer used. */
void tool_input_give_back(struct input *input, enum resource resource, uint64_t amount);

/* One line: of each, what was taken and what was given. */
void tool_input_print_cost(FILE *out, const struct input *input);

#endif
