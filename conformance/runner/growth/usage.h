/* What a running process has used so far. */
#ifndef CONFORMANCE_RUNNER_GROWTH_USAGE_H
#define CONFORMANCE_RUNNER_GROWTH_USAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct usage {
    double seconds;        /* of processor time, with that of the processes below it, as far as they run */
    double ended;          /* the same of those that have ended: the system counts it in ticks */
    uint64_t peak, memory; /* bytes: the most that it had, and what it has now and no file backs */
};

/* Returns false if the system does not say. */
bool runner_usage_of(pid_t pid, struct usage *usage);

#endif
