/* --growth: how processor time and memory of an adapter grow with the section, and with broken sections. */
#ifndef CONFORMANCE_RUNNER_GROWTH_GROWTH_H
#define CONFORMANCE_RUNNER_GROWTH_GROWTH_H

#include "../run.h"

/* Behind runner_run(): measures each implementation, into its report.  Returns 0, or errno of what stopped it
 * if no adapter caused it. */
int runner_growth(const struct plan *plan);

#endif
