#include "request.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Pieces --------------------------------------------------------------------------------------------- */

enum { LINE_MAX_SIZE = 224 };

static void put(struct process *process, const char *bytes, size_t size)
{
    if (size > 0)
        memcpy(runner_process_room(process, size), bytes, size);
}

static void __attribute__((format(printf, 2, 3))) put_line(struct process *process, const char *format, ...)
{
    char line[LINE_MAX_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    put(process, line, (size_t)length);
}

/* The bytes of the vector's section. */
static void put_section(struct process *process, const struct vector *vector)
{
    if (vector->section_size > 0)
        runner_vector_section(vector, (uint8_t *)runner_process_room(process, vector->section_size));
}

/* --- Requests ------------------------------------------------------------------------------------------- */

void runner_request_hello(struct process *process)
{
    put_line(process, "hello 1\n");
}

/* The line of a request with SIZE bytes behind it, whose last words are LAST. */
static void put_first_line(struct process *process, const char *operation, const struct vector *vector,
                           uint64_t number, size_t size, const char *last)
{
    put_line(process, "%s %" PRIu64 " %s %s %" PRIx64 " %zu %s\n", operation, number,
             runner_profile_names[vector->profile], runner_abi_names[vector->abi], vector->address, size, last);
}

void runner_request_write(struct process *process, const struct vector *vector, uint64_t number)
{
    const struct unwind_request *const unwinding = &vector->unwinding;
    char last[96];
    (void)snprintf(last, sizeof last, "%" PRIx64 "%s", vector->pc, unwinding->counts);
    put_first_line(process, runner_operation_names[vector->operation], vector, number, vector->section_size, last);
    put_section(process, vector);
    put(process, unwinding->text, unwinding->size);
}

void runner_request_open(struct process *process, const struct vector *vector, uint64_t number, unsigned name)
{
    char last[16];
    (void)snprintf(last, sizeof last, "%u", name);
    put_first_line(process, "open", vector, number, vector->section_size, last);
    put_section(process, vector);
}

void runner_request_ask(struct process *process, const struct vector *vector, uint64_t number, unsigned name)
{
    const struct unwind_request *const unwinding = &vector->unwinding;
    put_line(process, "ask %" PRIu64 " %u %s %" PRIx64 "%s\n", number, name,
             runner_operation_names[vector->operation], vector->pc, unwinding->counts);
    put(process, unwinding->text, unwinding->size);
}

void runner_request_close(struct process *process, uint64_t number, unsigned name)
{
    put_line(process, "close %" PRIu64 " %u\n", number, name);
}

void runner_request_concurrent(struct process *process, struct vector *const *vectors, unsigned count,
                               uint64_t number, unsigned name, unsigned threads)
{
    put_line(process, "concurrent %" PRIu64 " %u %u %u\n", number, name, threads, count);
    for (unsigned i = 0; i < count; i++)
        put_line(process, "%s %" PRIx64 "\n", runner_operation_names[vectors[i]->operation], vectors[i]->pc);
}

void runner_request_about(struct process *process, const struct vector *question, const uint8_t *bytes, size_t size,
                          uint64_t number)
{
    char last[24];
    (void)snprintf(last, sizeof last, "%" PRIx64, question->pc);
    put_first_line(process, runner_operation_names[question->operation], question, number, size, last);
    put(process, (const char *)bytes, size);
}

void runner_request_write_part(struct process *process, const struct part *part, uint64_t number)
{
    const struct vector *const first = part->vectors[0];
    size_t size;
    char *const text = runner_part_text(part, &size);
    put_first_line(process, runner_operation_names[first->operation], first, number, size, "0");
    put(process, text, size);
    free(text);
}
