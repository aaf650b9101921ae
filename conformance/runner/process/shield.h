/* Protects the runner from its adapters.  They run as the same user, so this is no security boundary, but it
 * blocks the simple ways to stop a run.  docs/protocol.md says how far adapters are trusted. */
#ifndef CONFORMANCE_RUNNER_PROCESS_SHIELD_H
#define CONFORMANCE_RUNNER_PROCESS_SHIELD_H

#include <sys/types.h>

/* Protects this process: no other process of the same user may trace it or open its files (root may). */
void runner_shield_self(void);

/* Restricts a child before it becomes an adapter.  Signals, traces and limits fail with EPERM if they are
 * aimed at RUNNER, at STARTER, which waits for it, at the runner's group, or at all processes; and the child
 * cannot join the runner's group.  If the system has no filters, nothing changes. */
void runner_shield_from(pid_t runner, pid_t starter);

#endif
