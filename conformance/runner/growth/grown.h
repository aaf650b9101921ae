/* Sections of one kind that only differ in size, written from a small description. */
#ifndef CONFORMANCE_RUNNER_GROWTH_GROWN_H
#define CONFORMANCE_RUNNER_GROWTH_GROWN_H

#include "../judge/corpus_line.h"

/* What sections have more and more of: sorted functions, unsorted ones, or rows of the only function. */
enum family { FUNCTIONS, UNSORTED, ROWS, FAMILIES };
extern const char *const runner_family_names[FAMILIES];

/* Where all of them lie; each time they are asked again, they and the PC lie a step farther. */
#define GROWN_ADDRESS UINT64_C(0x10000)
#define GROWN_STEP    UINT64_C(0x1000)

struct grown {
    uint8_t *bytes; /* the caller frees them */
    size_t size;
    uint64_t pc; /* a function or a row in the middle covers it */
};

/* Whether the text allows sections of the family: up to V2 functions must be sorted. */
bool runner_grown_may_be(enum profile profile, enum family family);

/* Returns false if memory ran out. */
bool runner_grown_make(struct grown *grown, enum profile profile, enum abi abi, enum family family,
                       uint32_t count);

#endif
