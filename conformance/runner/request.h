/* Writes requests to an adapter, as the protocol defines them. */
#pragma once

#include "asked/corpus.h"
#include "process/process.h"
#include "writing.h"

void runner_request_hello(struct process *process);
/* Asks VECTOR as request NUMBER. */
void runner_request_write(struct process *process, const struct vector *vector, uint64_t number);
/* Three requests: open VECTOR's section under NAME; ask VECTOR's question about the open section; close it. */
void runner_request_open(struct process *process, const struct vector *vector, uint64_t number, unsigned name);
void runner_request_ask(struct process *process, const struct vector *vector, uint64_t number, unsigned name);
void runner_request_close(struct process *process, uint64_t number, unsigned name);
/* Asks COUNT vectors about the open section NAME, in THREADS threads at once. */
void runner_request_concurrent(struct process *process, struct vector *const *vectors, unsigned count,
                               uint64_t number, unsigned name, unsigned threads);
/* Asks QUESTION, which has no section of its own, about the section BYTES. */
void runner_request_about(struct process *process, const struct vector *question, const uint8_t *bytes, size_t size,
                          uint64_t number);
/* Asks a writer for a part of a unit, or for one vector of another operation. */
void runner_request_write_part(struct process *process, const struct part *part, uint64_t number);
