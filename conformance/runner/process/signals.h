/* Signals that end a run: held where they would leave half a file, let in at every wait. */
#ifndef CONFORMANCE_RUNNER_PROCESS_SIGNALS_H
#define CONFORMANCE_RUNNER_PROCESS_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* The number of the signal that came, or 0; whether a child has died since somebody set this to 0. */
extern volatile sig_atomic_t runner_interrupted, runner_child_died;

/* From here on they come in where ppoll() lets them, and are noted.  Until then, when nothing is done yet,
 * they end the program at once.  What we are told to ignore, as nohup does, we do.  False: errno tells. */
bool runner_signals_hold(void);

/* Notes what has come, and from here on they end the program at once: all that is left are pipes and devices,
 * which somebody may never read. */
void runner_signals_let_in(void);

#endif
