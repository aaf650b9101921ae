/* The part of a page that is plain HTML: it is for readers without scripts, and for all until the script has
 * run. */
#ifndef CONFORMANCE_RUNNER_REPORT_PLAIN_H
#define CONFORMANCE_RUNNER_REPORT_PLAIN_H

#include "../process/spans.h"

#include <stdio.h>

/* Writes a table with the outcomes of each implementation.  Returns false if memory ran out. */
bool runner_write_plain_verdicts(FILE *page, struct span report);
/* Writes a table of causes, and how many cases of each implementation have them; if there are very many, only
 * the most frequent. */
bool runner_write_plain_causes(FILE *page, struct span report);

#endif
