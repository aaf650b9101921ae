#include "request.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Pieces --------------------------------------------------------------------------------------------- */

enum { LINE_MAX_SIZE = 224 };

static bool put(struct process *process, const char *bytes, size_t size)
{
    char *const room = size > 0 ? runner_process_room(process, size) : NULL;
    if (room != NULL)
        memcpy(room, bytes, size);
    return room != NULL || size == 0;
}

static bool __attribute__((format(printf, 2, 3)))
put_line(struct process *process, const char *format, ...)
{
    char line[LINE_MAX_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return put(process, line, (size_t)length);
}

/* The bytes of the vector's section. */
static bool put_section(struct process *process, const struct vector *vector)
{
    const size_t size = vector->section_size;
    char *const room = size > 0 ? runner_process_room(process, size) : NULL;
    if (room != NULL)
        runner_vector_section(vector, (uint8_t *)room);
    return size == 0 || room != NULL;
}

/* --- Requests ------------------------------------------------------------------------------------------- */

bool runner_request_hello(struct process *process)
{
    return put_line(process, "hello 1\n");
}

/* The line of a request with a section, whose last words are LAST. */
static bool put_first_line(struct process *process, const char *operation, const struct vector *vector,
                           uint64_t number, const char *last)
{
    return put_line(process, "%s %" PRIu64 " %s %s %" PRIx64 " %zu %s\n", operation, number,
                    runner_profile_names[vector->profile], runner_abi_names[vector->abi], vector->address,
                    vector->section_size, last);
}

bool runner_request_write(struct process *process, const struct vector *vector, uint64_t number)
{
    const struct unwind_request *const unwinding = &vector->unwinding;
    char last[96];
    (void)snprintf(last, sizeof last, "%" PRIx64 "%s", vector->pc, unwinding->counts);
    return put_first_line(process, runner_operation_names[vector->operation], vector, number, last) &&
           put_section(process, vector) && put(process, unwinding->text, unwinding->size);
}

bool runner_request_open(struct process *process, const struct vector *vector, uint64_t number, unsigned name)
{
    char last[16];
    (void)snprintf(last, sizeof last, "%u", name);
    return put_first_line(process, "open", vector, number, last) && put_section(process, vector);
}

bool runner_request_ask(struct process *process, const struct vector *vector, uint64_t number, unsigned name)
{
    const struct unwind_request *const unwinding = &vector->unwinding;
    return put_line(process, "ask %" PRIu64 " %u %s %" PRIx64 "%s\n", number, name,
                    runner_operation_names[vector->operation], vector->pc, unwinding->counts) &&
           put(process, unwinding->text, unwinding->size);
}

bool runner_request_close(struct process *process, uint64_t number, unsigned name)
{
    return put_line(process, "close %" PRIu64 " %u\n", number, name);
}

bool runner_request_concurrent(struct process *process, struct vector *const *vectors, unsigned count,
                               uint64_t number, unsigned name, unsigned threads)
{
    bool written = put_line(process, "concurrent %" PRIu64 " %u %u %u\n", number, name, threads, count);
    for (unsigned i = 0; written && i < count; i++)
        written = put_line(process, "%s %" PRIx64 "\n", runner_operation_names[vectors[i]->operation],
                           vectors[i]->pc);
    return written;
}

bool runner_request_plain(struct process *process, const struct plain_question *question, uint64_t number)
{
    return put_line(process, "%s %" PRIu64 " %s %s %" PRIx64 " %zu %" PRIx64 "\n",
                    runner_operation_names[question->operation], number,
                    runner_profile_names[question->profile], runner_abi_names[question->abi],
                    question->address, question->size, question->pc) &&
           put(process, (const char *)question->bytes, question->size);
}

bool runner_request_write_part(struct process *process, const struct part *part, uint64_t number)
{
    const struct vector *const first = part->vectors[0];
    size_t size = 0;
    char *const text = runner_part_text(part, &size);
    const bool written =
        text != NULL &&
        put_line(process, "%s %" PRIu64 " %s %s %" PRIx64 " %zu 0\n", runner_operation_names[first->operation], number,
                 runner_profile_names[first->profile], runner_abi_names[first->abi], first->address, size) &&
        put(process, text, size);
    free(text);
    return written;
}
