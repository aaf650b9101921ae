#include "request.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool runner_request_hello(struct process *process)
{
    static const char hello[] = "hello 1\n";
    char *const request = runner_process_room(process, sizeof hello - 1);
    if (request != NULL)
        memcpy(request, hello, sizeof hello - 1);
    return request != NULL;
}

bool runner_request_write(struct process *process, const struct vector *vector, uint64_t number)
{
    const size_t size = vector->section_size;
    const struct unwind_request *const unwinding = &vector->unwinding;
    char line[224];
    const int length = snprintf(line, sizeof line, "%s %" PRIu64 " %s %s %" PRIx64 " %zu %" PRIx64 "%s\n",
                                runner_operation_names[vector->operation], number,
                                runner_profile_names[vector->profile], runner_abi_names[vector->abi],
                                vector->address, size, vector->pc, unwinding->counts);
    char *const request = runner_process_room(process, (size_t)length + size + unwinding->size);
    if (request == NULL)
        return false;
    memcpy(request, line, (size_t)length);
    if (!runner_vector_section(vector, (uint8_t *)request + length))
        return false;
    if (unwinding->size > 0)
        memcpy(request + (size_t)length + size, unwinding->text, unwinding->size);
    return true;
}

bool runner_request_write_part(struct process *process, const struct part *part, uint64_t number)
{
    const struct vector *const first = part->vectors[0];
    size_t size = 0;
    char *const text = runner_part_text(part, &size);
    char line[128];
    const int length =
        snprintf(line, sizeof line, "%s %" PRIu64 " %s %s %" PRIx64 " %zu 0\n",
                 runner_operation_names[first->operation], number, runner_profile_names[first->profile],
                 runner_abi_names[first->abi], first->address, size);
    char *const request = text != NULL ? runner_process_room(process, (size_t)length + size) : NULL;
    if (request != NULL) {
        memcpy(request, line, (size_t)length);
        memcpy(request + (size_t)length, text, size);
    }
    free(text);
    return request != NULL;
}
