/* The run: vectors go to adapters, answers come back, results leave in the vectors' order. */
#ifndef CONFORMANCE_RUNNER_RUN_H
#define CONFORMANCE_RUNNER_RUN_H

#include "asked/corpus.h"
#include "report/report.h"

#include <signal.h>

struct plan {
    struct limits limits;
    enum measure measure;
    unsigned jobs; /* processes for each implementation */
    struct command *commands;
    struct report *report; /* its implementations are those of the commands */
    struct selection *selection;
    struct corpus *corpus;
    struct children *children;
    bool shows_progress;
    volatile sig_atomic_t *interrupted, *child_died;
};

/* 0, or errno of what stopped it that is nobody's fault; nothing is left running in any case. */
int runner_run(const struct plan *plan);

#endif
