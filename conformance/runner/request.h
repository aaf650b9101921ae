/* Writes requests to an adapter, as the protocol defines them.  All functions return false if memory ran out.
 */
#pragma once

#include "asked/corpus.h"
#include "process/process.h"
#include "writing.h"

bool runner_request_hello(struct process *process);
/* Asks VECTOR as request NUMBER. */
bool runner_request_write(struct process *process, const struct vector *vector, uint64_t number);
/* Three requests: open VECTOR's section under NAME; ask VECTOR's question about the open section; close it. */
bool runner_request_open(struct process *process, const struct vector *vector, uint64_t number,
                         unsigned name);
bool runner_request_ask(struct process *process, const struct vector *vector, uint64_t number, unsigned name);
bool runner_request_close(struct process *process, uint64_t number, unsigned name);
/* Asks COUNT vectors about the open section NAME, in THREADS threads at once. */
bool runner_request_concurrent(struct process *process, struct vector *const *vectors, unsigned count,
                               uint64_t number, unsigned name, unsigned threads);
/* Asks OPERATION about a section that no vector has. */
struct plain_question {
    enum operation operation;
    enum profile profile;
    enum abi abi;
    uint64_t address, pc;
    const uint8_t *bytes;
    size_t size;
};
bool runner_request_plain(struct process *process, const struct plain_question *question, uint64_t number);
/* Asks a writer for a part of a unit, or for one vector of another operation. */
bool runner_request_write_part(struct process *process, const struct part *part, uint64_t number);
