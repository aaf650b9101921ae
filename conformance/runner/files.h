/* Checks that the files named by options are different files, also if one file has several names. */
#ifndef CONFORMANCE_RUNNER_FILES_H
#define CONFORMANCE_RUNNER_FILES_H

#include <stdbool.h>

struct named_file {
    const char *option, *path; /* `-`: standard output */
    bool is_written;
};

/* Returns false, after it has reported the error, if a file that is written is also another one of FILES.
 * /dev/null may be named any number of times. */
bool runner_are_apart(const struct named_file files[], unsigned count);

#endif
