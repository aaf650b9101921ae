/* Child processes as a whole: who is known, whose end is awaited, and strays, which are killed. */
#ifndef CONFORMANCE_RUNNER_PROCESS_CHILDREN_H
#define CONFORMANCE_RUNNER_PROCESS_CHILDREN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Every child that is known; what else becomes ours is a stray, and is killed.  So whoever keeps such a list
 * must have no other children: see runner_run_without_children(). */
struct children {
    pid_t *pids;
    size_t count, room;
};

bool runner_children_add(struct children *children, pid_t pid); /* false: out of memory */
void runner_children_remove(struct children *children, pid_t pid);

/* To be called once: orphans of our children come to us. */
void runner_adopt_orphans(void);

/* A shell may hand us children: what writes into `--corpus <(...)` is one, if the shell became this program.
 * Then we go on as a child of our own, who has none, and whoever we were waits for it and ends as it did.
 * False: errno tells. */
bool runner_run_without_children(void);

/* The status as wait() gives it.  If the end is not known, errno is not 0 and the status is no good one. */
int runner_await_end(pid_t pid);
void runner_kill_group(pid_t pid);
/* Kills every child that is not known, and what it leaves behind. */
void runner_kill_strays(const struct children *children);

#endif
