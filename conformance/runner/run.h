/* The run: gives vectors to adapters, takes answers, and passes results on in the order of the vectors. */
#pragma once

#include "asked/corpus.h"
#include "report/report.h"

#include <signal.h>

struct plan {
    struct limits limits;
    enum measure measure;
    unsigned jobs; /* processes for each implementation */
    struct command *commands;
    struct report *report; /* its implementations and `commands` are in the same order */
    struct selection *selection;
    struct corpus *corpus;
    struct children *children;
    bool shows_progress;
    volatile sig_atomic_t *interrupted, *child_died;
};

/* Returns 0, or errno of what stopped the run if no adapter caused it.  No process is left running in either
 * case. */
int runner_run(const struct plan *plan);

/* After runner_run(): measures how time and memory grow for each implementation, into its report.  Returns 0,
 * or errno of what stopped it if no adapter caused it. */
int runner_growth(const struct plan *plan);

/* After runner_run(): asks the same questions again in other orders, and counts the results, which were
 * deferred until then.  Returns 0, or errno of what stopped it if no adapter caused it. */
int runner_sequences(const struct plan *plan);

/* --- In fix.c ------------------------------------------------------------------------------------------- */

/* Rewrites an expectation file so that it says what happened in this run.
 *
 * Entries that match nothing are removed, and so are vectors that had another outcome than their entry says.
 * Whatever still holds stays, with its comments.  An entry that also matches vectors that were not asked is
 * never changed; vectors that had another outcome get lines of their own before it.  New failures are added
 * only if the caller ACCEPTS them: those that failed in the same way become one pattern.  If the pattern fits
 * other vectors, too, the line says which ones are meant.  A new file explains what its lines mean. */

/* Returns null, or the reason why nothing was written.  One reason is that the file has changed since it was
 * read: so if two runs rewrite it at once, no results of either are lost. */
const char *runner_fix_expectations(const struct report *report, struct implementation_report *implementation,
                                    bool accepts);
