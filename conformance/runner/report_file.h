/* Where a report goes: a file that appears whole or not at all; `-` is standard output. */
#ifndef CONFORMANCE_RUNNER_REPORT_FILE_H
#define CONFORMANCE_RUNNER_REPORT_FILE_H

#include "../../common/whole_file.h"

struct outlet {
    FILE *file;
    struct whole_file whole; /* unless it is standard output */
};

/* Whether it is no file, and its reader may have to be waited for. */
bool runner_outlet_waits(const char *path);
/* Whether it could be opened now, as far as can be told without leaving a trace; false: see
 * runner_outlet_trouble(). */
bool runner_outlet_is_possible(const char *path);
/* False: see runner_outlet_trouble(). */
bool runner_outlet_open(struct outlet *outlet, const char *path);
bool runner_outlet_close(struct outlet *outlet);
/* Nothing appears. */
void runner_outlet_abandon(struct outlet *outlet);
/* What went wrong last, in words. */
const char *runner_outlet_trouble(void);

#endif
