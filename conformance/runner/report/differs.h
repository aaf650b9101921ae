/* What people see of the members in which an answer differs. */
#ifndef CONFORMANCE_RUNNER_REPORT_DIFFERS_H
#define CONFORMANCE_RUNNER_REPORT_DIFFERS_H

#include <jansson.h>

/* A line for each member in which the answer of a record differs, behind the first SKIP, and at most MOST of them;
 * behind each line stands ENDS.  The caller frees it; null: memory ran out. */
char *runner_differences_of(const json_t *record, size_t skip, size_t most, const char *ends);

#endif
