/* Rewrites an expectation file so that it says what happened in this run.
 *
 * Entries that match nothing are removed, and so are vectors that had another outcome than their entry says.
 * Whatever still holds stays, with its comments.  An entry that also matches vectors that were not asked is
 * never changed; vectors that had another outcome get lines of their own before it.  New failures are added
 * only if the caller ACCEPTS them: what failed in one way is a pattern, which says which ones are meant if it
 * fits others, too.  A new file explains what its lines mean. */
#ifndef CONFORMANCE_RUNNER_FIX_H
#define CONFORMANCE_RUNNER_FIX_H

#include "report/report.h"

/* Returns null, or the reason why nothing was written.  One reason is that the file has changed since it was
 * read: so if two runs rewrite it at once, no results of either are lost. */
const char *runner_fix_expectations(const struct report *report, struct implementation_report *implementation,
                                    bool accepts);

#endif
