/* One process of an implementation, started again as often as it takes, and the vectors that are its share.
 *
 * An adapter is asked ahead, so when it ends, hangs or says what it should not, several vectors are without
 * an answer.  Then the oldest of them is put on trial: a new process is asked this vector alone, its input is
 * closed, and its end is awaited.  The result is the vector's outcome, as nothing else can be at fault.  The
 * others are asked again, ahead as before.  Writers are not asked ahead, but for many vectors at once:
 * writing.h.  What happened may also be the doing of the vector that was answered last, so that one is tried
 * first, and its result is held back until the next answer.  If neither does it alone, no vector is blamed,
 * but the run has failed. */
#ifndef CONFORMANCE_RUNNER_SLOT_H
#define CONFORMANCE_RUNNER_SLOT_H

#include "process/process.h"
#include "report/report.h"
#include "writing.h"

/* A vector on its way through an implementation. */
struct task {
    struct vector *vector;
    unsigned owner;      /* whose it is: the index of a slot */
    unsigned turn;       /* those of a unit that have the same are asked together */
    bool answered, done; /* done: nothing can change the outcome any more */
    enum outcome outcome;
    char reading[64];
    char *record; /* unless it passed */
};

/* The vectors of an implementation that are under way: a ring, as numbers from `first` to `end`.  Every SHARE
 * vectors, or with the next unit, it is the next slot's turn. */
enum { TASKS = 4096, SHARE = 16, WINDOW = 64 };

struct tasks {
    struct task ring[TASKS];
    uint64_t first, end;
    bool refused; /* the implementation is not what it was: nobody of it is asked any more */
};

enum slot_state {
    IDLE,   /* no process */
    HELLO,  /* one that has not said yet what it is */
    ASKED,  /* ahead */
    TRIAL,  /* one alone */
    ENDING, /* its input is closed, and it should end */
    GONE,   /* no more processes */
};

struct slot {
    enum slot_state state;
    unsigned index, slots; /* which one of how many */
    const struct command *command;
    const struct limits *limits;
    enum measure measure;
    struct children *children;
    struct implementation_report *report;
    struct tasks *tasks;
    struct process process;
    double since;          /* when what we wait for was asked */
    uint64_t oldest, next; /* of its vectors: not answered, not asked */
    unsigned in_flight;
    unsigned trials; /* so many, from the oldest on, are to be asked alone */
    /* What a process did when it was asked ahead, until a trial shows whose doing it was. */
    char suspicion[WORDS_MAX];
    bool holds; /* the result of `held` may change yet */
    uint64_t held;
    struct judgement verdict; /* of a trial that has its answer */
    bool has_verdict;
    char *answer; /* the line that the verdict is about */
    /* Of a unit: what was asked together last, and what is known of its section. */
    uint64_t part[TASKS];
    unsigned part_count, turns;
    struct section_found section;
    struct span line; /* that is judged just now */
    unsigned failed_starts, slow_ends, fruitless;
    double waited; /* for its processes, in deadlines */
    int trouble;   /* errno of what is no fault of anybody's adapter; 0: none */
};

void runner_slot_init(struct slot *slot, unsigned index, unsigned slots);
/* What can be done without waiting: starts, asks, ends.  LAST: no further vectors will come. */
void runner_slot_go_on(struct slot *slot, double now, bool last);
/* Reads, and takes note of ends and of the deadline. */
void runner_slot_listen(struct slot *slot, double now);
/* That so many seconds were waited. */
void runner_slot_wait(struct slot *slot, double seconds);
/* When something must have happened; a large number if nothing is waited for. */
double runner_slot_deadline(const struct slot *slot);
/* Lets go of the result that is held, as there is nothing more to be asked until it is. */
void runner_slot_release(struct slot *slot);
bool runner_slot_is_done(const struct slot *slot, bool last);
void runner_slot_stop(struct slot *slot);

#endif
