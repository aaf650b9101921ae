#include "process.h"

#include <stddef.h>
#include <time.h>

volatile sig_atomic_t runner_interrupted, runner_child_died;

enum { ENDING = 3 };

static const int ending[ENDING] = {SIGINT, SIGTERM, SIGHUP};

static void note_interrupt(int number)
{
    runner_interrupted = number;
}

static void note_death(int number)
{
    runner_child_died = number;
}

bool runner_signals_hold(void)
{
    sigset_t held;
    (void)sigemptyset(&held);
    (void)sigaddset(&held, SIGCHLD);
    for (unsigned i = 0; i < ENDING; i++) {
        struct sigaction before;
        if (sigaction(ending[i], &(struct sigaction){.sa_handler = note_interrupt}, &before) != 0)
            return false;
        if (before.sa_handler == SIG_IGN)
            (void)sigaction(ending[i], &before, NULL);
        (void)sigaddset(&held, ending[i]);
    }
    (void)sigprocmask(SIG_BLOCK, &held, NULL);
    return sigaction(SIGCHLD, &(struct sigaction){.sa_handler = note_death}, NULL) == 0 &&
           signal(SIGPIPE, SIG_IGN) != SIG_ERR;
}

void runner_signals_let_in(void)
{
    static const struct timespec at_once = {0};
    sigset_t ours;
    int number;
    (void)sigemptyset(&ours);
    for (unsigned i = 0; i < ENDING; i++)
        (void)sigaddset(&ours, ending[i]);
    while ((number = sigtimedwait(&ours, NULL, &at_once)) > 0)
        runner_interrupted = number;
    for (unsigned i = 0; i < ENDING; i++) {
        struct sigaction now;
        if (sigaction(ending[i], NULL, &now) == 0 && now.sa_handler == note_interrupt)
            (void)signal(ending[i], SIG_DFL);
    }
    (void)sigprocmask(SIG_UNBLOCK, &ours, NULL);
}
