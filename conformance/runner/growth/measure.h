/* One measurement of --growth. */
#pragma once

#include "../asker.h"
#include "../judge/corpus_line.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Sections of one kind that only differ in size, written from a small description. */

/* What sections have more and more of: sorted functions, unsorted ones, or rows of the only function. */
enum family { FUNCTIONS, UNSORTED, ROWS, FAMILIES };
extern const char *const runner_family_names[FAMILIES];

/* The address of all these sections.  Each time one is asked again, it and the PC are a step higher. */
#define GROWN_ADDRESS UINT64_C(0x10000)
#define GROWN_STEP    UINT64_C(0x1000)

struct grown {
    uint8_t *bytes; /* the caller frees them */
    size_t size;
    uint64_t pc; /* a function or a row in the middle covers it */
};

/* Whether the text allows sections of the family: up to V2 functions must be sorted. */
bool runner_grown_may_be(enum profile profile, enum family family);

void runner_grown_make(struct grown *grown, enum profile profile, enum abi abi, enum family family, uint32_t count);

/* The adapter that is measured, and the kind of sections that it is asked about. */
struct measured {
    struct asker asker;
    enum profile profile;
    enum abi abi;
};

/* The question of OPERATION about such a section. */
struct vector runner_grown_question(const struct grown *grown, const struct measured *measured,
                                    enum operation operation);

/* Adds to LIST how time and memory of OPERATION grow with sections of FAMILY. */
void runner_measure_family(struct measured *measured, enum operation operation, enum family family,
                           json_t *list);

/* Adds to LIST whether memory grows when the same broken sections are asked again and again. */
void runner_measure_leak(struct measured *measured, const bool operations[OPERATION_COUNT], json_t *list);

/* Adds an entry to the report's list.  RATIO below 0: it could not be measured. */
void runner_measure_add(json_t *list, const struct measured *measured, const char *what, const char *question,
                        double ratio, uint64_t size, bool grows, const char *format, ...)
    __attribute__((format(printf, 8, 9)));

struct usage {
    double seconds;        /* processor time of the process and its descendants that still run */
    double ended;          /* the same of descendants that have ended: the system counts it in ticks */
    uint64_t peak, memory; /* bytes: the most that it had, and what it has now without pages of files */
};

/* Returns false if the system does not say. */
bool runner_usage_of(pid_t pid, struct usage *usage);
