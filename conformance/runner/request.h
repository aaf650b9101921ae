/* Writes requests to an adapter, as the protocol defines them.  All functions return false if memory ran out.
 */
#ifndef CONFORMANCE_RUNNER_REQUEST_H
#define CONFORMANCE_RUNNER_REQUEST_H

#include "asked/corpus.h"
#include "process/process.h"
#include "writing.h"

bool runner_request_hello(struct process *process);
/* Asks VECTOR as request NUMBER. */
bool runner_request_write(struct process *process, const struct vector *vector, uint64_t number);
/* Asks a writer for a part of a unit, or for one vector of another operation. */
bool runner_request_write_part(struct process *process, const struct part *part, uint64_t number);

#endif
