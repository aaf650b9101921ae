/* Whether files that options name are different ones, by whatever names. */
#ifndef CONFORMANCE_RUNNER_FILES_H
#define CONFORMANCE_RUNNER_FILES_H

#include <stdbool.h>

struct named_file {
    const char *option, *path; /* `-`: standard output */
    bool is_written;
};

/* False, and said why: one that is written is another of them, too.  /dev/null may be any number of them. */
bool runner_are_apart(const struct named_file files[], unsigned count);

#endif
