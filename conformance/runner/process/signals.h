/* Signals that end a run: they are held where they would leave half a file, and let in at every wait. */
#ifndef CONFORMANCE_RUNNER_PROCESS_SIGNALS_H
#define CONFORMANCE_RUNNER_PROCESS_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* runner_interrupted is the number of the signal that came, or 0.  runner_child_died says whether a child has
 * died since the caller set it to 0. */
extern volatile sig_atomic_t runner_interrupted, runner_child_died;

/* From here on signals are noted, and only while ppoll() waits.  Before, when there is nothing to lose, they
 * end the program at once.  Signals that the caller made us ignore, as nohup does, stay ignored.  Returns
 * false, with errno set, on failure. */
bool runner_signals_hold(void);

/* Notes the signals that have come.  From here on signals end the program at once: only pipes and devices are
 * left to write, and their readers may never read. */
void runner_signals_let_in(void);

#endif
