/* Rewriting an expectation file so that it says what happened.
 *
 * What no longer holds is taken out: an entry that fits nothing, and the vectors of an entry that came
 * otherwise. What still holds of it stays, with its comments.  An entry that also fits vectors that were not
 * asked this time is never changed; the vectors that came otherwise get lines of their own before it.  New
 * failures are added only if the caller ACCEPTS them.  A file that then begins has them by cause, and says
 * what its lines mean. */
#ifndef CONFORMANCE_RUNNER_FIX_H
#define CONFORMANCE_RUNNER_FIX_H

#include "report/report.h"

/* Null, or why nothing is written: also if the file is no more what was read, so that of two runs at once
 * neither loses what the other found. */
const char *runner_fix_expectations(const struct report *report, struct implementation_report *implementation,
                                    bool accepts);

#endif
