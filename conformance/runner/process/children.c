#include "process.h"

#include "memory.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STATUS_UNKNOWN = 127 };

void runner_adopt_orphans(void)
{
    (void)prctl(PR_SET_CHILD_SUBREAPER, 1);
}

int runner_await_end(pid_t pid)
{
    const int unknown = STATUS_UNKNOWN << 8;
    int status = unknown;
    errno = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        errno = 0;
    return status;
}

static volatile sig_atomic_t successor; /* the process that runs in our place */

static void pass_on(int number)
{
    (void)kill((pid_t)successor, number);
}

/* Ends this process in the way in which the successor ended. */
_Noreturn static void end_as(int status)
{
    if (WIFSIGNALED(status)) {
        (void)setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        (void)signal(WTERMSIG(status), SIG_DFL);
        (void)raise(WTERMSIG(status));
    }
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE);
}

bool runner_run_without_children(void)
{
    static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP};
    enum { COUNT = sizeof passed_on / sizeof *passed_on };
    void (*before[COUNT])(int);
    sigset_t signals, previous;
    siginfo_t about = {0};
    if (waitid(P_ALL, 0, &about, WEXITED | WNOHANG | WNOWAIT) != 0)
        return true; /* there are none */
    (void)sigemptyset(&signals);
    for (unsigned i = 0; i < COUNT; i++)
        (void)sigaddset(&signals, passed_on[i]);
    (void)sigprocmask(SIG_BLOCK, &signals, &previous);
    for (unsigned i = 0; i < COUNT; i++)
        before[i] = signal(passed_on[i], pass_on);
    (void)signal(SIGCHLD, SIG_DFL); /* if it is ignored, wait() does not work */
    const pid_t parent = getpid(), pid = fork();
    successor = pid;
    for (unsigned i = 0; i < COUNT; i++)
        if (pid <= 0 || before[i] == SIG_IGN)
            (void)signal(passed_on[i], before[i]);
    (void)sigprocmask(SIG_SETMASK, &previous, NULL);
    if (pid > 0)
        end_as(runner_await_end(pid));
    if (pid == 0) {
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(EXIT_FAILURE); /* the parent died before prctl() took effect */
    }
    return pid == 0;
}

void runner_children_add(struct children *children, pid_t pid)
{
    children->pids = memory_grow(children->pids, children->count + 1, sizeof *children->pids);
    children->pids[children->count++] = pid;
}

static bool is_known(const struct children *children, pid_t pid)
{
    for (size_t i = 0; i < children->count; i++)
        if (children->pids[i] == pid)
            return true;
    return false;
}

void runner_children_remove(struct children *children, pid_t pid)
{
    for (size_t i = 0; i < children->count; i++)
        if (children->pids[i] == pid)
            children->pids[i--] = children->pids[--children->count];
}

void runner_kill_group(pid_t pid)
{
    (void)kill(-pid, SIGKILL);
    (void)kill(pid, SIGKILL);
}

/* Kills every child of ours that is not in the list.  Returns false if there was none, or if none could be
 * waited for.  All are killed before any is waited for, so that none lives longer because its ancestors die
 * first. */
static bool kill_those_there_are(const struct children *children)
{
    char path[64];
    char *word = NULL;
    size_t room = 0;
    struct children strays = {0};
    (void)snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    FILE *const list = fopen(path, "re");
    while (list != NULL && getdelim(&word, &room, ' ', list) > 0) {
        const pid_t pid = (pid_t)strtol(word, NULL, 10);
        if (pid <= 0 || is_known(children, pid))
            continue;
        runner_kill_group(pid);
        runner_children_add(&strays, pid);
    }
    bool any = false;
    for (size_t i = 0; i < strays.count; i++) {
        (void)runner_await_end(strays.pids[i]);
        any = any || errno == 0;
    }
    if (list != NULL)
        (void)fclose(list);
    free(word);
    free(strays.pids);
    return any;
}

/* When a stray is dead its children become ours, so this repeats until there are none. */
void runner_kill_strays(const struct children *children)
{
    while (kill_those_there_are(children))
        ;
}
