/* What an adapter is asked, as the protocol words it; false: out of memory. */
#ifndef CONFORM_REQUEST_H
#define CONFORM_REQUEST_H

#include "process.h"
#include "corpus.h"

bool runner_request_hello(struct process *process);
/* VECTOR, under NUMBER. */
bool runner_request_write(struct process *process, const struct vector *vector, uint64_t number);

#endif
