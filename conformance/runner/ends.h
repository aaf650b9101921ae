/* How a process of an implementation ended, in words. */
#ifndef CONFORMANCE_RUNNER_ENDS_H
#define CONFORMANCE_RUNNER_ENDS_H

#include "process/process.h"
#include "judge/judge.h"

/* How a process went that was not killed by us. */
struct end {
    enum outcome outcome;
    const char *signal;
    bool slow; /* it took the deadline, or many bytes */
    char words[WORDS_MAX];
};

/* STATUS is as wait() gives it; WHERE follows the words. */
void runner_describe_end(struct end *end, int status, const char *where);
/* The first line of its standard error. */
struct span runner_first_complaint(const struct process *process);
/* A sanitizer reserves more than any limit leaves it, and dies of that. */
bool runner_is_sanitizer(const struct process *process);
/* Whether it wrote more than LIMIT bytes without a line's end, or to standard error; then that is its end. */
bool runner_is_flooding(const struct process *process, size_t limit, struct end *end);

#endif
