/* The command line of sframe-conform. */
#pragma once

#include "process/process.h"
#include "asked/select.h"

#include <stdbool.h>

/* An expectation file, and the implementation whose failures it lists. */
struct labelled {
    char *label; /* null: none was given */
    const char *text;
    unsigned subject;
};

struct labelled_list {
    struct labelled *items;
    unsigned count;
};

enum format { TEXT, JSON, JUNIT, TAP, MARKDOWN, HTML, SARIF, BADGE, BADGE_PICTURE, FORMAT_COUNT };

struct subject {
    char *label;
    const char *text;       /* the command as given */
    struct command command; /* without words if the program cannot be found */
    const char *missing;    /* why it cannot be found; else null */
};

enum mode { MODE_RUN, MODE_MERGE, MODE_COMPARE };

struct options {
    enum mode mode;
    char **saved; /* the reports to merge or compare */
    unsigned saved_count;
    const char *corpus;             /* null: generated */
    const char *producers, *causes; /* null: none */
    const char *requires;           /* a requirement set, or a file; null: what each adapter names */
    bool core, strict, exact, fix, accept, github; /* accept implies fix */
    bool sequences, growth;
    uint64_t seed; /* 0: not given */
    struct selection selection;
    unsigned jobs;
    struct limits limits;
    struct subject *subjects;
    unsigned subject_count;
    struct labelled_list expectations;
    const char *paths[FORMAT_COUNT]; /* null: not wanted */
};

enum { GO_ON = -1 };

/* Returns GO_ON, or the exit status if there is nothing left to do; by then all errors have been reported. */
int runner_options_read(struct options *options, int count, char **words);
void runner_options_free(struct options *options);

/* Prints one line to standard error.  Returns false. */
bool runner_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

struct named_file {
    const char *option, *path; /* `-`: standard output */
    bool is_written;
};

/* Returns false, after it has reported the error, if a file that is written is also another one of FILES.
 * /dev/null may be named any number of times. */
bool runner_are_apart(const struct named_file files[], unsigned count);
