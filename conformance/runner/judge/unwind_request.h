/* The part of an unwinding request that comes after the section and the PC, as the protocol defines it. */
#ifndef CONFORMANCE_RUNNER_JUDGE_UNWIND_REQUEST_H
#define CONFORMANCE_RUNNER_JUDGE_UNWIND_REQUEST_H

#include "../process/spans.h"

struct unwind_request {
    char counts[64]; /* " LIMIT REGISTERS MODULES PIECES": the end of the request's line */
    char *text;      /* what follows the section's bytes; on the heap */
    size_t size;
};

/* Makes one from a vector's input.  Returns false if the input is broken or memory ran out. */
bool runner_unwind_request_read(struct unwind_request *request, struct span input);

#endif
