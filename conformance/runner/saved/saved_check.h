/* Checks whether a report that was read back can be one that a run wrote.
 *
 * The file may come from anywhere, and a verdict is made from it.  So sums and the verdict are
 * not read but follow from the rest, what does not follow must agree, and each case must be judged by the table of
 * outcomes and the expectation file.  If the report is of this very version, this program must also write the same
 * again from it: so no member has another type or value than it can have. */
#ifndef CONFORMANCE_RUNNER_SAVED_SAVED_CHECK_H
#define CONFORMANCE_RUNNER_SAVED_SAVED_CHECK_H

#include "saved.h"

/* Returns false if it cannot; WORDS then has the file, the member, and what is wrong with it. */
bool runner_saved_check(const struct saved *saved, char words[SAVED_WORDS]);

#endif
