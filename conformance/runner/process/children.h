/* All child processes of the runner: which of them it knows, how it waits for their ends, and how it kills
 * strays. */
#ifndef CONFORMANCE_RUNNER_PROCESS_CHILDREN_H
#define CONFORMANCE_RUNNER_PROCESS_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The children that the runner started.  Every other process that becomes our child is a stray and is killed.
 * So a program that uses this list must have no other children: see runner_run_without_children(). */
struct children {
    pid_t *pids;
    size_t count, room;
};

bool runner_children_add(struct children *children, pid_t pid); /* false: memory ran out */
void runner_children_remove(struct children *children, pid_t pid);

/* Makes orphans of our children become our children.  Call it once. */
void runner_adopt_orphans(void);

/* A shell may give us children: if it became this program, the process that writes into `--corpus <(...)` is
 * our child.  Then the program goes on in a new child process, which has no children.  The first process
 * waits for it and ends as it did.  Returns false, with errno set, if that is not possible. */
bool runner_run_without_children(void);

/* Waits for the end of a process and returns its status as wait() gives it.  If the end cannot be known,
 * errno is not 0 and the status means nothing. */
int runner_await_end(pid_t pid);
void runner_kill_group(pid_t pid);
/* Kills all strays and their descendants. */
void runner_kill_strays(const struct children *children);

#endif
