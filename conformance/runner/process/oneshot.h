/* An adapter around a command that only accepts or rejects: it is run once for each vector. */
#ifndef CONFORMANCE_RUNNER_PROCESS_ONESHOT_H
#define CONFORMANCE_RUNNER_PROCESS_ONESHOT_H

/* Speaks the protocol on standard input and output until it ends; WORDS are those of the command.  What the
 * command ends with that is no answer, a signal or a status, the adapter ends with too. */
int runner_one_shot(char *const words[]);

#endif
