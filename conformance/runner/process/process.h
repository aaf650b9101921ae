/* Programs that the runner starts: they have limits, process groups of their own, and pipes that never block.
 */
#pragma once

#include "spans.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* --- In children.c -------------------------------------------------------------------------------------- */

/* All child processes of the runner: which of them it knows, how it waits for their ends, and how it kills
 * strays. */

/* The children that the runner started.  Every other process that becomes our child is a stray and is killed.
 * So a program that uses this list must have no other children: see runner_run_without_children(). */
struct children {
    pid_t *pids;
    size_t count;
};

void runner_children_add(struct children *children, pid_t pid);
void runner_children_remove(struct children *children, pid_t pid);

/* Makes orphans of our children become our children.  Call it once. */
void runner_adopt_orphans(void);

/* A shell may give us children: if it became this program, the process that writes into `--corpus <(...)` is
 * our child.  Then the program goes on in a new child process, which has no children.  The first process
 * waits for it and ends as it did.  Returns false, with errno set, if that is not possible. */
bool runner_run_without_children(void);

/* Waits for the end of a process and returns its status as wait() gives it.  If the end cannot be known,
 * errno is not 0 and the status means nothing. */
int runner_await_end(pid_t pid);
void runner_kill_group(pid_t pid);
/* Kills all strays and their descendants. */
void runner_kill_strays(const struct children *children);

/* --- In process.c --------------------------------------------------------------------------------------- */

struct limits {
    double deadline;     /* seconds */
    size_t memory;       /* bytes of address space; 0: no limit */
    size_t answer_limit; /* bytes of a line, and of standard error while the line is awaited */
};

/* What to run: a program, or one of our own functions in a new process. */
struct command {
    char **words; /* ends with null */
    int (*function)(char *const words[]);
};

/* Splits a command at blanks; '...', "..." and \ quote.  Returns null if a quote is not closed or there are
 * no words. */
char **runner_words_split(const char *text);
void runner_words_free(char **words);

enum { COMPLAINT_MAX = 4096, LAST_MAX = 1024 };

struct process {
    pid_t pid;                     /* 0: none runs */
    int input, output, complaints; /* -1: closed */
    bool ended;                    /* it is dead, but wait() has not been called for it */
    int trouble; /* errno of the first error on its pipes that the process did not cause; 0: none */

    char *sent; /* what is still to be sent to it: from .. size */
    size_t sent_from, sent_size, sent_room;
    char *said; /* what it wrote and nobody took yet: from .. size */
    size_t said_from, said_seen, said_size, said_room;

    char complaint[COMPLAINT_MAX]; /* the beginning of its standard error */
    size_t complaint_size;
    char last[LAST_MAX]; /* the end of it */
    size_t last_size;
    uint64_t complained; /* bytes of standard error since the caller set this to 0 */
};

/* Returns false if the process cannot be started; WORDS then says why. */
bool runner_process_start(struct process *process, struct children *children, const struct command *command,
                          const struct limits *limits, char words[], size_t words_size);

/* Makes room for SIZE more bytes to send, and returns it. */
char *runner_process_room(struct process *process, size_t size);
void runner_process_write(struct process *process);
bool runner_process_writes(const struct process *process); /* whether anything is still to be sent */
void runner_process_close_input(struct process *process);

/* Reads what has come on standard error. */
void runner_process_read_complaints(struct process *process);
/* Reads what has come on standard output and standard error.  Returns false if `trouble` is set. */
bool runner_process_read(struct process *process);
/* Gets the next whole line, without its end.  It is valid until the next read. */
bool runner_process_line(struct process *process, struct span *line);
/* The number of bytes since the end of the last line. */
size_t runner_process_rest(const struct process *process);
/* Whether no more output can come. */
bool runner_process_is_silent(const struct process *process);

/* Checks whether it is dead. */
void runner_process_look(struct process *process);
/* Kills its process group and all that escaped from it.  Returns its status as wait() gives it. */
int runner_process_stop(struct process *process, struct children *children);
void runner_process_free(struct process *process);

/* --- In shield.c ---------------------------------------------------------------------------------------- */

/* Protects the runner from its adapters.  They run as the same user, so this is no security boundary, but it
 * blocks the simple ways to stop a run.  docs/protocol.md says how far adapters are trusted. */

/* Protects this process: no other process of the same user may trace it or open its files (root may). */
void runner_shield_self(void);

/* Restricts a child before it becomes an adapter.  Signals, traces and limits fail with EPERM if they are
 * aimed at RUNNER, at STARTER, which waits for it, at the runner's group, or at all processes; and the child
 * cannot join the runner's group.  If the system has no filters, nothing changes. */
void runner_shield_from(pid_t runner, pid_t starter);

/* --- In signals.c --------------------------------------------------------------------------------------- */

/* Signals that end a run: they are held where they would leave half a file, and let in at every wait. */

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

/* Speaks the protocol on standard input and output until the input ends; WORDS are those of the command.  If
 * the command ends by a signal or with a status that is no answer, the adapter ends in the same way. */
int runner_one_shot(char *const words[]);
