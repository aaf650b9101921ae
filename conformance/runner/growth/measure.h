/* One measurement of --growth. */
#ifndef CONFORMANCE_RUNNER_GROWTH_MEASURE_H
#define CONFORMANCE_RUNNER_GROWTH_MEASURE_H

#include "../asker.h"
#include "grown.h"

#include <jansson.h>

/* Who is measured, and what it can read. */
struct measured {
    struct asker asker;
    enum profile profile;
    enum abi abi;
};

/* Adds to LIST how time and memory of OPERATION grow with sections of FAMILY. */
void runner_measure_family(struct measured *measured, enum operation operation, enum family family,
                           json_t *list);

/* Adds to LIST whether memory grows when the same broken sections are asked again and again. */
void runner_measure_leak(struct measured *measured, const bool operations[OPERATION_COUNT], json_t *list);

/* Adds an entry to the report's list.  RATIO below 0: it could not be measured. */
void runner_measure_add(json_t *list, const struct measured *measured, const char *what, const char *question,
                        double ratio, uint64_t size, bool grows, const char *format, ...)
    __attribute__((format(printf, 8, 9)));

#endif
