/* Looks for the shortest sequence after which a question is answered otherwise than alone. */
#ifndef CONFORMANCE_RUNNER_SEQUENCES_SHRINK_H
#define CONFORMANCE_RUNNER_SEQUENCES_SHRINK_H

#include "session.h"

/* How often a sequence is asked again at most, to find a shorter one. */
enum { TRIES = 80, TRIES_THAT_HANG = 4 };

struct shrinking {
    struct asker *asker;
    const struct batch *batch;
    const char *alone; /* the answer to the question when it is asked alone */
    unsigned tries;    /* so far */
    char *other;       /* the last answer to it that was another one; the caller frees it */
};

/* The last question of SEQUENCE is the one in question.  Returns false if the difference did not come again;
 * the sequence is then as it was. */
bool runner_shrink(struct shrinking *shrinking, struct sequence *sequence);

#endif
