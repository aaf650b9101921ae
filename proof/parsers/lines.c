/* Lines that an adapter's process writes: safe, each lies in what was read, and nothing is read beyond its room. */
#include "any.h"

#include <string.h>
#include <unistd.h>

/* Instead of functions of the C library: they give or copy anything. */
void *any_copy(void *to, const void *from, size_t size)
{
    assert(__CPROVER_w_ok(to, size) && __CPROVER_r_ok(from, size));
    return to;
}

/* Other bytes, of the size that is asked for. */
void *any_grown(void *old, size_t count, size_t size)
{
    void *const made = malloc(count * size);
    __CPROVER_assume(made != NULL);
    free(old);
    return made;
}

ssize_t any_read(int file, void *bytes, size_t size)
{
    (void)file;
    assert(__CPROVER_w_ok(bytes, size));
    const ssize_t got = (ssize_t)nondet_size();
    __CPROVER_assume(got >= -1 && got <= (ssize_t)size);
    return got;
}

#define memcpy any_copy
#define memmove any_copy
#define memory_grow any_grown
#define read any_read

#include "conformance/runner/process/process.c"

/* What was read of a process, and taken of it. */
static bool is_said(const struct process *process)
{
    return process->said_from <= process->said_seen && process->said_seen <= process->said_size &&
           process->said_size <= process->said_room && process->complaint_size <= COMPLAINT_MAX &&
           process->last_size <= LAST_MAX;
}

void proof_lines(void)
{
    struct process process;
    struct span line = {NULL, 0};
    process.said_room = any_size();
    process.said = (char *)any_bytes(process.said_room);
    __CPROVER_assume(is_said(&process));
    const bool came = CALL;
    assert(is_said(&process) && __CPROVER_rw_ok(process.said, process.said_room));
    assert(line.at == NULL || (came && BETWEEN(process.said, line.at, process.said + process.said_from) &&
                               line.at + line.size + 1 == process.said + process.said_from));
    REACHES(came && process.said_size > 8);
    REACHES(!came);
}
