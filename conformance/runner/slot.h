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
#pragma once

#include "process/process.h"
#include "report/report.h"
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
    bool answered; /* some process of it wrote a line after its hello */
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
    double waited; /* for its processes so far, counted in deadlines */
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

/* --- In parts.c and slot_notes.c: for slots alone --------------------------------------------------------- */

struct task *runner_task_at(const struct slot *slot, uint64_t number);
/* The first of the slot's vectors, from NUMBER on, that has no answer; or `end` of the ring if no such
 * vector has come yet. */
uint64_t runner_first_from(const struct slot *slot, uint64_t number);
uint64_t runner_next_of(const struct slot *slot, uint64_t number);
bool runner_task_is_writing(const struct slot *slot, uint64_t number);

/* Collects what is asked together with the slot's oldest vector: the vectors of its unit that have the same
 * turn; or, if ALONE, nothing else. */
void runner_part_gather(struct slot *slot, bool alone);
/* The part that was collected, as vectors; the caller gives the arrays. */
struct part runner_part_of(const struct slot *slot, struct vector *vectors[], bool *named);
/* Splits the part that was asked, by giving some of its vectors other turns.  Each vector that NAMED marks gets
 * a turn of its own; if it marks none or is null, the second half gets a turn together. */
void runner_part_split(struct slot *slot, const bool named[]);
/* Whether several vectors were asked together, so that none of them is to blame yet. */
bool runner_part_was_asked(const struct slot *slot);

enum { FAILED_STARTS_MAX = 3 };

/* Notes an error that no adapter caused; 0: none. */
void runner_slot_trouble(struct slot *slot, int error);
/* Stores the outcome of a vector. */
void runner_slot_keep(struct slot *slot, struct task *task, const struct judgement *judgement,
                      const struct evidence *evidence);
/* Judges the section of a unit once all of its functions are judged. */
void runner_slot_judge_sections(struct slot *slot);
/* Notes that the slot stops before all vectors are asked, and why. */
void runner_slot_give_up(struct slot *slot, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Notes that the run has failed, although no vector has. */
void runner_slot_note(struct slot *slot, const char *format, ...) __attribute__((format(printf, 2, 3)));
void runner_slot_note_suspicion(struct slot *slot);
void runner_slot_fail_start(struct slot *slot, const char *because);
