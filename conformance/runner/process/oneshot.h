/* An adapter for a command that only accepts or rejects: it runs the command once for each vector. */
#ifndef CONFORMANCE_RUNNER_PROCESS_ONESHOT_H
#define CONFORMANCE_RUNNER_PROCESS_ONESHOT_H

/* Speaks the protocol on standard input and output until the input ends; WORDS are those of the command.  If
 * the command ends by a signal or with a status that is no answer, the adapter ends in the same way. */
int runner_one_shot(char *const words[]);

#endif
