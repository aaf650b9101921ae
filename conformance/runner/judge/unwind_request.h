/* What an unwinding is asked beyond its section and PC, as the protocol words it. */
#ifndef CONFORMANCE_RUNNER_JUDGE_UNWIND_REQUEST_H
#define CONFORMANCE_RUNNER_JUDGE_UNWIND_REQUEST_H

#include "../process/spans.h"

struct scenario {
    char counts[64]; /* " LIMIT REGISTERS MODULES PIECES": the end of the request's line */
    char *text;      /* what follows the section's bytes; on the heap */
    size_t size;
};

/* From a vector's input.  False: it is broken, or there is no memory. */
bool runner_scenario_read(struct scenario *scenario, struct span input);

#endif
