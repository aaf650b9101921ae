/* How a process of an implementation ended, in words. */
#pragma once

#include "process/process.h"
#include "judge/judge.h"

enum { LAST_WORDS = 320 };

/* The end of a process that the runner did not kill. */
struct end {
    enum outcome outcome;
    const char *signal;
    bool slow; /* it used up the deadline, or wrote many bytes */
    char words[WORDS_MAX];
};

/* Describes the end from STATUS, as wait() gives it; WHERE is added behind the words. */
void runner_describe_end(struct end *end, int status, const char *where);
/* Writes the last lines of the process's standard error as one line: there a traceback or a panic says what
 * happened.  Indented lines are left out, as they are places in code, unless there are no others. */
void runner_last_words(const struct process *process, char words[LAST_WORDS]);
/* Whether standard error says that the program has a sanitizer.  A sanitizer reserves more address space than
 * any limit allows, so the program dies. */
bool runner_is_sanitizer(const struct process *process);
/* Whether the process wrote more than LIMIT bytes without the end of a line, or to standard error.  If so,
 * END says that. */
bool runner_is_flooding(const struct process *process, size_t limit, struct end *end);
