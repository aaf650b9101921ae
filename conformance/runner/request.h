/* What an adapter is asked, as the protocol words it; false: out of memory. */
#ifndef CONFORMANCE_RUNNER_REQUEST_H
#define CONFORMANCE_RUNNER_REQUEST_H

#include "asked/corpus.h"
#include "process/process.h"
#include "writing.h"

bool runner_request_hello(struct process *process);
/* VECTOR, under NUMBER. */
bool runner_request_write(struct process *process, const struct vector *vector, uint64_t number);
/* The same of a part of a unit, or of another vector for writers. */
bool runner_request_write_part(struct process *process, const struct part *part, uint64_t number);

#endif
