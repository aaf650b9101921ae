/* The runner against its adapters: they run as the same user, so this is no fence, but the plain ways to stop a
 * run are shut.  docs/protocol.md says how far adapters are trusted. */
#ifndef CONFORMANCE_RUNNER_PROCESS_SHIELD_H
#define CONFORMANCE_RUNNER_PROCESS_SHIELD_H

#include <sys/types.h>

/* Of this process: no other one of the same user may trace it, or open what it has open (root may). */
void runner_shield_self(void);

/* Of a child, before it becomes an adapter: signals, traces and limits that are for RUNNER fail with EPERM, also
 * those for all processes, for the runner's group, which cannot be joined, or for STARTER, who waits for it.
 * Where the system has no filters, all is as it was. */
void runner_shield_from(pid_t runner, pid_t starter);

#endif
