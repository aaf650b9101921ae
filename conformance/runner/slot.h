/* A slot: one process of an implementation, which is started again as often as necessary, and the vectors
 * that are its share.
 *
 * An adapter is asked several vectors ahead.  So when it ends, hangs or writes a wrong line, several vectors
 * have no answer.  Then the oldest of them is put on trial: a new process is asked this vector alone, its
 * input is closed, and the slot waits for its end.  The result is the vector's outcome, as nothing else can
 * have caused it.  The other vectors are asked again, ahead as before.  The vector that was answered last may
 * also be the cause.  So it is tried first, and its result is held back until the next answer comes.  If
 * neither vector fails alone, none is blamed, but the run has failed.  Writers are not asked ahead, but are
 * asked many vectors at once: see writing.h. */
#ifndef CONFORMANCE_RUNNER_SLOT_H
#define CONFORMANCE_RUNNER_SLOT_H

#include "process/process.h"
#include "results.h"
#include "writing.h"

/* A vector that an implementation is being asked. */
struct task {
    struct result result;
    unsigned owner;      /* the index of the slot that asks it */
    unsigned turn;       /* vectors of a unit with the same turn are asked together */
    bool answered, done; /* done: the outcome is final */
};

/* The vectors of an implementation that are under way: a ring, with numbers from `first` to `end`.  After
 * every SHARE vectors, and with each unit, it is the next slot's turn. */
enum { TASKS = 4096, SHARE = 16, WINDOW = 64 };

struct tasks {
    struct task ring[TASKS];
    uint64_t first, end;
    bool refused; /* the implementation has changed, and no slot asks it any more */
    bool answered; /* some process of it wrote a line behind its hello */
};

enum slot_state {
    IDLE,   /* no process */
    HELLO,  /* a process that has not answered `hello` yet */
    ASKED,  /* several vectors were asked ahead */
    TRIAL,  /* one vector was asked alone */
    ENDING, /* its input is closed, and it should end */
    GONE,   /* no more processes */
};

struct slot {
    enum slot_state state;
    unsigned index, slots; /* which slot of how many */
    const struct command *command;
    const struct limits *limits;
    enum measure measure;
    struct children *children;
    struct implementation_report *report;
    struct tasks *tasks;
    struct process process;
    double since;          /* when the question was asked whose answer is awaited */
    uint64_t oldest, next; /* the first of its vectors without an answer, and the first that was not asked */
    unsigned in_flight;
    unsigned trials; /* how many vectors, from the oldest on, must be asked alone */
    /* What a process did wrong when it was asked ahead, until a trial shows which vector caused it. */
    char suspicion[WORDS_MAX];
    bool holds; /* the result of the vector `held` may still change */
    uint64_t held;
    struct judgement verdict; /* of a trial that was answered */
    bool has_verdict;
    char *answer; /* the line that was judged */
    /* Of a unit: the vectors that were asked together last, and what is known of its section. */
    uint64_t part[TASKS];
    unsigned part_count, turns;
    struct section_found section;
    struct span line; /* the line that is being judged */
    unsigned failed_starts, slow_ends, fruitless, mute_ends;
    double waited; /* for its processes; the unit is the deadline */
    int trouble;   /* errno of an error that no adapter caused; 0: none */
};

/* Does what is possible without waiting: starts processes, asks, ends.  LAST: no more vectors will come. */
void runner_slot_go_on(struct slot *slot, double now, bool last);
/* Reads answers, and handles the ends of processes and the deadline. */
void runner_slot_listen(struct slot *slot, double now);
/* Adds to the time that the slot has waited. */
void runner_slot_wait(struct slot *slot, double seconds);
/* The time at which something must have happened; a large number if the slot waits for nothing. */
double runner_slot_deadline(const struct slot *slot);
/* Makes the held result final.  Needed when no further vector can be asked before that. */
void runner_slot_release(struct slot *slot);
bool runner_slot_is_done(const struct slot *slot, bool last);
void runner_slot_stop(struct slot *slot);

#endif
