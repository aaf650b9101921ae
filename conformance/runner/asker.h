/* A process of an adapter that is asked one request at a time. */
#pragma once

#include "ends.h"

#include <signal.h>

struct asker {
    const struct command *command;
    const struct limits *limits;
    struct children *children;
    volatile const sig_atomic_t *interrupted;
    struct process process;
    uint64_t number;       /* of the last request */
    char ended[WORDS_MAX]; /* how it ended, if it gave no answer */
    bool slow;             /* it was stopped as it used up the deadline, or wrote too much */
    int trouble;           /* errno of an error that no adapter caused; 0: none */
};

/* The seconds of a clock that nobody can set. */
double runner_seconds_now(void);
/* Starts the process and waits for its answer to `hello`.  Returns false if there is none. */
bool runner_asker_start(struct asker *asker);

/* Sends what was written to `process`, and waits for one line.  Returns false if none comes; the process is
 * then stopped, and `ended` says why.  The line is valid until the next call. */
bool runner_asker_ask(struct asker *asker, struct span *line);

/* Whether the process ended with exit status 0 in place of an answer.  An adapter may end so between two
 * requests, and then another process can be asked. */
bool runner_asker_left(const struct asker *asker);

void runner_asker_stop(struct asker *asker);
void runner_asker_free(struct asker *asker);
