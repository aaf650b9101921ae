/* Programs that the runner starts: under limits, in process groups of their own, over pipes that never block.
 */
#ifndef CONFORMANCE_RUNNER_PROCESS_PROCESS_H
#define CONFORMANCE_RUNNER_PROCESS_PROCESS_H

#include "children.h"
#include "spans.h"

struct limits {
    double deadline;     /* seconds */
    size_t memory;       /* bytes of address space; 0: as much as there is */
    size_t answer_limit; /* bytes of a line, and of what is said on standard error meanwhile */
};

/* What to run: a program, or one of our own functions in a process of its own. */
struct command {
    char **words; /* ends with null */
    int (*function)(char *const words[]);
};

/* Splits at blanks; '...', "..." and \ quote.  Null: a quote is open, or there is nothing. */
char **runner_words_split(const char *text);
void runner_words_free(char **words);

enum { COMPLAINT_MAX = 4096 };

struct process {
    pid_t pid;                     /* 0: none runs */
    int input, output, complaints; /* -1: closed */
    bool ended;                    /* it is dead, though not buried */
    int trouble; /* the first error of reading or writing that is none of its doing; 0: none */

    char *sent; /* what it shall read yet: from .. size */
    size_t sent_from, sent_size, sent_room;
    char *said; /* what it wrote and nobody took: from .. size */
    size_t said_from, said_seen, said_size, said_room;

    char complaint[COMPLAINT_MAX]; /* the beginning of its standard error */
    size_t complaint_size;
    uint64_t complained; /* bytes of it since somebody set this to 0 */
};

/* False, and why in WORDS. */
bool runner_process_start(struct process *process, struct children *children, const struct command *command,
                          const struct limits *limits, char words[], size_t words_size);

/* Room for SIZE bytes more that it shall read; null: out of memory. */
char *runner_process_room(struct process *process, size_t size);
void runner_process_write(struct process *process);
bool runner_process_writes(const struct process *process); /* whether anything waits */
void runner_process_close_input(struct process *process);

/* Takes what is there of its standard error. */
void runner_process_hear(struct process *process);
/* Takes what is there of both.  False: out of memory, or `trouble` tells. */
bool runner_process_read(struct process *process);
/* The next whole line, without its end; it stands until the next read. */
bool runner_process_line(struct process *process, struct span *line);
/* What was said since the last line's end. */
size_t runner_process_rest(const struct process *process);
/* Whether nothing can come any more. */
bool runner_process_is_silent(const struct process *process);

/* Looks whether it is dead. */
void runner_process_look(struct process *process);
/* Kills its group, and whoever got away from it; gives the status as wait() does. */
int runner_process_stop(struct process *process, struct children *children);
void runner_process_free(struct process *process);

#endif
