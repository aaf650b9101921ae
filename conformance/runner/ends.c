#include "ends.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

void runner_describe_end(struct end *end, int status, const char *where)
{
    static char name[32]; /* END points to it; it is valid until the next call */
    *end = (struct end){0};
    if (!WIFSIGNALED(status)) {
        end->outcome = EXIT;
        (void)snprintf(end->words, sizeof end->words, "ended with exit status %d%s", WEXITSTATUS(status),
                       where);
        return;
    }
    const char *const abbreviation = sigabbrev_np(WTERMSIG(status));
    if (abbreviation != NULL)
        (void)snprintf(name, sizeof name, "SIG%s", abbreviation);
    else
        (void)snprintf(name, sizeof name, "signal %d", WTERMSIG(status));
    end->outcome = CRASH;
    end->signal = name;
    (void)snprintf(end->words, sizeof end->words, "died by %s%s", name, where);
}

struct span runner_first_complaint(const struct process *process)
{
    const char *const end = memchr(process->complaint, '\n', process->complaint_size);
    const size_t size = end != NULL ? (size_t)(end - process->complaint) : process->complaint_size;
    return (struct span){process->complaint, size < WORDS_MAX ? size : WORDS_MAX};
}

bool runner_is_sanitizer(const struct process *process)
{
    static const char *const signs[] = {"Sanitizer", "ReserveShadowMemoryRange", "hadow memory"};
    for (unsigned i = 0; i < sizeof signs / sizeof *signs; i++)
        if (memmem(process->complaint, process->complaint_size, signs[i], strlen(signs[i])) != NULL)
            return true;
    return false;
}

bool runner_is_flooding(const struct process *process, size_t limit, struct end *end)
{
    const bool answers = runner_process_rest(process) > limit;
    if (!answers && process->complained <= limit)
        return false;
    *end = (struct end){.outcome = FLOOD, .slow = true};
    (void)snprintf(end->words, sizeof end->words, "wrote more than %zu bytes %s", limit,
                   answers ? "without a line's end" : "to standard error");
    return true;
}
