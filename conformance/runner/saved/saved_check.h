/* Whether a report that was read back can be one that a run wrote.
 *
 * It may come from anywhere, and a verdict is made of it.  So each member that is read has its type, what is
 * counted twice has one sum, each case is judged as the table of outcomes and the expectation file have it,
 * and the verdict follows from the rest.  A report of this very version must moreover be what this program
 * writes of what it says. */
#ifndef CONFORMANCE_RUNNER_SAVED_SAVED_CHECK_H
#define CONFORMANCE_RUNNER_SAVED_SAVED_CHECK_H

#include "saved.h"

/* False, and why in WORDS: the file, the member, and what is wrong with it. */
bool runner_saved_check(const struct saved *saved, char words[SAVED_WORDS]);

#endif
