/* Asks a sequence of questions of one new process, or writes it down. */
#pragma once

#include "../asker.h"
#include "../report/report.h"

/* --- In batch.c: the questions that are asked in several orders, and those orders ----------------------- */

/* The most questions that are asked in each order, the bytes of lines after which a batch takes no more
 * questions, and how many sections an adapter keeps open. */
enum { BATCH = 256, BATCH_BYTES = 4 << 20, OPEN_AT_ONCE = 8 };

struct batch {
    struct result items[BATCH];
    unsigned item_count;
    struct vector *asked[BATCH]; /* the vectors of results that may prove unsteady */
    unsigned of[BATCH];          /* the item of each */
    unsigned section[BATCH];     /* a number for each: equal for consecutive ones about the same section */
    unsigned count, sections;
};

/* Whether each question brings its section along, or sections are opened and asked. */
enum manner { PLAIN, OPENED };

struct sequence {
    enum manner manner;
    unsigned count, asks[2 * BATCH]; /* the numbers of questions */
};

/* Fills in all that follows from the items. */
void runner_batch_prepare(struct batch *batch);

enum order { FORWARDS, BACKWARDS, SHUFFLED, INTERLEAVED, ORDERS };

/* Puts all questions of the batch into SEQUENCE.  At most OPEN_AT_ONCE sections must then be open together. */
void runner_batch_order(const struct batch *batch, enum order order, uint64_t seed,
                        struct sequence *sequence);

/* --- In session.c: a sequence is asked, or written down -------------------------------------------------- */

/* Called with each answer: of which place in the sequence, and the text.  An answer is a line of JSON, or
 * words that say how the process ended. */
struct listener {
    void (*take)(void *context, unsigned place, struct span answer);
    void *context;
};

/* Asks a sequence.  After the process ends, the rest is not asked.  Returns false if the adapter cannot be
 * started or the run is to end. */
bool runner_session_ask(struct asker *asker, const struct batch *batch, const struct sequence *sequence,
                        const struct listener *listener);

/* Asks a sequence, and returns the answer to its last question, which the caller frees.  Null: the process ended
 * before that. */
char *runner_session_last(struct asker *asker, const struct batch *batch, const struct sequence *sequence);

/* Opens a section, asks all its questions from FIRST to END by several threads, and closes it.  Returns the
 * question that was then answered otherwise, or END; OTHER gets the other answer, which the caller frees. */
unsigned runner_session_ask_at_once(struct asker *asker, const struct batch *batch, unsigned first,
                                    unsigned end, char **other);

/* The requests as a list of strings in JSON, each as the format of a printf; the caller frees it. */
char *runner_session_replay(const struct batch *batch, const struct sequence *sequence);
char *runner_session_replay_at_once(const struct batch *batch, unsigned first, unsigned end);

/* Whether two answers say the same: numbers of requests, words for people and the order of members do not
 * count. */
bool runner_session_same(const char *one, const char *other);
/* Adds the members in which two answers differ: `expected` is from ALONE, `actual` from OTHER. */
void runner_session_differences(const char *alone, const char *other, struct judgement *judgement);

/* --- In shrink.c ---------------------------------------------------------------------------------------- */

/* Looks for the shortest sequence after which a question is answered otherwise than alone. */

/* How often a sequence is asked again at most, to find a shorter one. */
enum { TRIES = 80, TRIES_THAT_HANG = 4 };

struct shrinking {
    struct asker *asker;
    const struct batch *batch;
    const char *alone; /* the answer to the question when it is asked alone */
    unsigned tries;    /* so far */
    char *other;       /* the last answer to it that was another one; the caller frees it */
};

/* Shortens SEQUENCE, whose last question is answered otherwise than alone.  Returns false if the difference did
 * not come again; the sequence is then as it was. */
bool runner_shrink(struct shrinking *shrinking, struct sequence *sequence);
