/* The part of an unwinding request that comes after the section and the PC, as the protocol defines it. */
#ifndef CONFORMANCE_RUNNER_JUDGE_UNWIND_REQUEST_H
#define CONFORMANCE_RUNNER_JUDGE_UNWIND_REQUEST_H

#include "../process/spans.h"

struct unwind_request {
    char counts[64]; /* " LIMIT REGISTERS MODULES PIECES": the end of the request's line */
    char *text;      /* what follows the section's bytes; on the heap */
    size_t size;
};

/* Members of a vector's input, in JSON; those that are missing are empty. */
struct scenario_text {
    struct span registers, pac_mask, modules, memory, limit;
};

/* Makes one from them.  Returns false if they are broken or memory ran out. */
bool runner_unwind_request_read(struct unwind_request *request, const struct scenario_text *scenario);

#endif
