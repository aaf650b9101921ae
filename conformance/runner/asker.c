#include "asker.h"

#include "request.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>

double runner_seconds_now(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Waits until the process writes, reads or ends, or SECONDS have passed.  Signals are let in only here. */
static void wait_for(struct asker *asker, double seconds)
{
    const struct process *const process = &asker->process;
    struct pollfd polled[] = {{process->output, POLLIN, 0},
                              {process->complaints, POLLIN, 0},
                              {runner_process_writes(process) ? process->input : -1, POLLOUT, 0}};
    const struct timespec left = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    sigset_t none;
    (void)sigemptyset(&none);
    if (ppoll(polled, sizeof polled / sizeof *polled, &left, &none) < 0 && errno != EINTR)
        asker->trouble = errno;
    runner_process_look(&asker->process);
}

void runner_asker_stop(struct asker *asker)
{
    (void)runner_process_stop(&asker->process, asker->children);
    asker->process.sent_from = asker->process.sent_size = 0;
    asker->process.said_from = asker->process.said_seen = asker->process.said_size = 0;
}

void runner_asker_free(struct asker *asker)
{
    runner_asker_stop(asker);
    runner_process_free(&asker->process);
}

/* Whether no line will come; `ended` then says why, and the process is stopped. */
static bool is_over(struct asker *asker, double until)
{
    struct process *const process = &asker->process;
    struct end end = {0};
    if (runner_is_flooding(process, asker->limits->answer_limit, &end))
        ;
    else if (runner_process_is_silent(process))
        runner_describe_end(&end, runner_process_stop(process, asker->children), "");
    else if (runner_seconds_now() >= until)
        end = (struct end){.slow = true, .words = "did not answer in time"};
    else if (asker->trouble == 0 && *asker->interrupted == 0)
        return false;
    memcpy(asker->ended, end.words, sizeof asker->ended);
    asker->slow = end.slow;
    runner_asker_stop(asker);
    return true;
}

bool runner_asker_ask(struct asker *asker, struct span *line)
{
    struct process *const process = &asker->process;
    const double until = runner_seconds_now() + asker->limits->deadline;
    process->complained = 0;
    while (process->pid != 0) {
        runner_process_write(process);
        if (!runner_process_read(process))
            asker->trouble = process->trouble;
        else if (runner_process_line(process, line) && line->size <= asker->limits->answer_limit)
            return true;
        const double left = until - runner_seconds_now();
        if (!is_over(asker, until) && !process->ended)
            wait_for(asker, left > 0 ? left : 0);
    }
    return false;
}

bool runner_asker_left(const struct asker *asker)
{
    return strcmp(asker->ended, "ended with exit status 0") == 0;
}

bool runner_asker_start(struct asker *asker)
{
    struct span line;
    char words[WORDS_MAX];
    runner_asker_stop(asker);
    asker->ended[0] = '\0';
    asker->slow = false;
    if (!runner_process_start(&asker->process, asker->children, asker->command, asker->limits, words,
                              sizeof words)) {
        asker->trouble = asker->process.trouble;
        return false;
    }
    runner_request_hello(&asker->process);
    return runner_asker_ask(asker, &line);
}
