/* What of a report stands in its page as HTML, for those who have no script, and for all until it has run. */
#ifndef CONFORMANCE_RUNNER_REPORT_PLAIN_H
#define CONFORMANCE_RUNNER_REPORT_PLAIN_H

#include "../process/spans.h"

#include <stdio.h>

/* A row for each implementation, with its outcomes.  False: out of memory. */
bool runner_write_plain_verdicts(FILE *page, struct span report);
/* A row for each cause, with how many cases of whom fail for it; of very many the most frequent. */
bool runner_write_plain_causes(FILE *page, struct span report);

#endif
