/* The file that a report is written to: it appears whole or not at all.  `-` is standard output. */
#pragma once

#include "../../common/whole_file.h"

struct outlet {
    FILE *file;
    struct whole_file whole; /* unused if it is standard output */
};

/* Whether PATH is a pipe or a device, so that writing may have to wait for its reader. */
bool runner_outlet_waits(const char *path);
/* Whether PATH could be opened now, as far as that can be found out without leaving a trace.  If not,
 * runner_outlet_trouble() says why. */
bool runner_outlet_is_possible(const char *path);
/* These return false on failure; runner_outlet_trouble() says why. */
bool runner_outlet_open(struct outlet *outlet, const char *path);
bool runner_outlet_close(struct outlet *outlet);
/* Closes the outlet so that no file appears. */
void runner_outlet_abandon(struct outlet *outlet);
/* What went wrong last, in words. */
const char *runner_outlet_trouble(void);
