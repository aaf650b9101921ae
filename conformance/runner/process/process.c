#include "process.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- Words of a command --------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static size_t blanks_size(const char *text)
{
    return strspn(text, " \t\n");
}

/* Copies one word to OUT, which has room for all of TEXT.  Returns how many characters it read, or 0 if a
 * quote is not closed. */
static size_t split_word(const char *text, char *out)
{
    char quote = '\0';
    size_t at = 0, size = 0;
    for (; text[at] != '\0' && (quote != '\0' || !is_blank(text[at])); at++) {
        const char c = text[at];
        if (quote == '\0' && (c == '\'' || c == '"'))
            quote = c;
        else if (quote != '\0' && c == quote)
            quote = '\0';
        else if (c == '\\' && quote != '\'' && text[at + 1] != '\0')
            out[size++] = text[++at];
        else
            out[size++] = c;
    }
    out[size] = '\0';
    return quote == '\0' ? at : 0;
}

char **runner_words_split(const char *text)
{
    const size_t size = strlen(text) + 1;
    char **const words = calloc(size / 2 + 2, sizeof *words);
    char *const word = malloc(size);
    size_t count = 0, at = blanks_size(text);
    bool good = words != NULL && word != NULL;
    while (good && text[at] != '\0') {
        const size_t taken = split_word(text + at, word);
        words[count] = taken > 0 ? strdup(word) : NULL;
        good = words[count++] != NULL;
        at += taken;
        at += blanks_size(text + at);
    }
    free(word);
    if (good && count > 0)
        return words;
    runner_words_free(words);
    return NULL;
}

void runner_words_free(char **words)
{
    for (size_t i = 0; words != NULL && words[i] != NULL; i++)
        free(words[i]);
    free(words);
}

/* --- Starting ------------------------------------------------------------------------------------------- */

static void note_trouble(struct process *process, int error)
{
    process->trouble = process->trouble != 0 ? process->trouble : error;
}

enum { STATUS_NO_EXEC = 127 };
enum { CPU_SECONDS = 3600, FILE_BYTES = 1 << 30, PROCESSES = 4096, FILES = 256 };

static void limit(int resource, rlim_t value)
{
    struct rlimit now;
    if (getrlimit((__rlimit_resource_t)resource, &now) != 0 || now.rlim_max < value)
        return;
    (void)setrlimit((__rlimit_resource_t)resource, &(struct rlimit){value, value});
}

static void set_limits(const struct limits *limits)
{
    if (limits->memory != 0)
        limit(RLIMIT_AS, limits->memory);
    limit(RLIMIT_CPU, CPU_SECONDS);
    limit(RLIMIT_FSIZE, FILE_BYTES);
    limit(RLIMIT_NPROC, PROCESSES);
    limit(RLIMIT_NOFILE, FILES);
    limit(RLIMIT_CORE, 0);
}

struct pipes {
    int input[2], output[2], complaints[2], trouble[2];
};

static void close_pipes(struct pipes *pipes)
{
    int *const ends = (int *)pipes;
    for (size_t i = 0; i < sizeof *pipes / sizeof *ends; i++)
        if (ends[i] >= 0)
            (void)close(ends[i]);
}

static bool open_pipes(struct pipes *pipes)
{
    *pipes = (struct pipes){{-1, -1}, {-1, -1}, {-1, -1}, {-1, -1}};
    if (pipe2(pipes->input, O_CLOEXEC) == 0 && pipe2(pipes->output, O_CLOEXEC) == 0 &&
        pipe2(pipes->complaints, O_CLOEXEC) == 0 && pipe2(pipes->trouble, O_CLOEXEC) == 0)
        return true;
    close_pipes(pipes);
    return false;
}

/* Runs in the child: sets it up, and becomes the command.  It may still have our memory, so it writes nothing
 * there that we read. */
_Noreturn static void become(const struct command *command, const struct limits *limits, struct pipes *pipes,
                             pid_t parent, pid_t starter)
{
    sigset_t none;
    (void)setpgid(0, 0);
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(STATUS_NO_EXEC); /* the parent died before prctl() took effect */
    for (int number = 1; number < NSIG; number++)
        (void)signal(number, SIG_DFL);
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)dup2(pipes->input[0], STDIN_FILENO);
    (void)dup2(pipes->output[1], STDOUT_FILENO);
    (void)dup2(pipes->complaints[1], STDERR_FILENO);
    set_limits(limits);
    runner_shield_from(parent, starter);
    if (command->function != NULL) {
        closefrom(STDERR_FILENO + 1); /* exec would have closed them */
        _exit(command->function(command->words));
    }
    /* Our open files are not for the child, and would count against its limit. */
    (void)close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    (void)execvp(command->words[0], command->words);
    const int why = errno;
    (void)!write(pipes->trouble[1], &why, sizeof why);
    _exit(STATUS_NO_EXEC);
}

static void close_end(int *end)
{
    if (*end >= 0)
        (void)close(*end);
    *end = -1;
}

static void close_all(struct process *process)
{
    close_end(&process->input);
    close_end(&process->output);
    close_end(&process->complaints);
}

/* Keeps one end of a pipe and makes it non-blocking.  Returns 0 or errno. */
static int keep_end(int *end, int *kept)
{
    int done;
    *kept = *end;
    *end = -1;
    while ((done = fcntl(*kept, F_SETFL, O_NONBLOCK)) < 0 && errno == EINTR)
        ;
    return done < 0 ? errno : 0;
}

/* What to do if a program cannot be started, as words behind the reason WHY. */
static const char *advice(int why, const char *program)
{
    const bool has_slash = strchr(program, '/') != NULL;
    switch (why) {
    case ENOENT:
        return has_slash ? " (the program, or the interpreter that its first line names)"
                         : " (on the PATH, or beside sframe-conform; a program of this folder has ./ before its name)";
    case EACCES:
        return " (is it a program, and executable? chmod +x)";
    case ENOEXEC:
        return " (is it a program? a script begins with a line such as #!/bin/sh)";
    default:
        return "";
    }
}

bool runner_process_start(struct process *process, struct children *children, const struct command *command,
                          const struct limits *limits, char words[], size_t words_size)
{
    struct pipes pipes;
    int why = 0;
    process->input = process->output = process->complaints = -1;
    process->complaint_size = process->last_size = 0;
    process->trouble = 0;
    if (!open_pipes(&pipes)) {
        process->trouble = errno;
        (void)snprintf(words, words_size, "cannot be started: %s", strerror(errno));
        return false;
    }
    if (command->function != NULL)
        (void)fflush(NULL); /* otherwise the child would write buffered text again */
    /* To copy the tables of our pages takes longer than all else here, so a child that executes a program
     * borrows our memory until it does. */
    // NOLINTBEGIN(clang-analyzer-*ork): no library call sets these limits; the child does not return
    const pid_t parent = getpid(), starter = getppid(), pid = command->function != NULL ? fork() : vfork();
    if (pid == 0)
        become(command, limits, &pipes, parent, starter);
    // NOLINTEND(clang-analyzer-*ork)
    int trouble = pid < 0 ? errno : 0;
    if (pid > 0) {
        runner_children_add(children, pid);
        /* Parent and child both do this; the group must exist before it can be killed. */
        (void)setpgid(pid, pid);
    }
    (void)close(pipes.trouble[1]);
    pipes.trouble[1] = -1;
    if (trouble == 0 && read(pipes.trouble[0], &why, sizeof why) != sizeof why)
        why = 0;
    process->pid = pid > 0 ? pid : 0;
    process->ended = false;
    process->sent_from = process->sent_size = 0;
    process->said_from = process->said_seen = process->said_size = 0;
    process->complained = 0;
    const int blocks[] = {keep_end(&pipes.input[1], &process->input),
                          keep_end(&pipes.output[0], &process->output),
                          keep_end(&pipes.complaints[0], &process->complaints)};
    for (unsigned i = 0; i < sizeof blocks / sizeof *blocks; i++)
        trouble = trouble != 0 ? trouble : blocks[i];
    close_pipes(&pipes);
    process->trouble = trouble;
    if (why == 0 && trouble == 0)
        return true;
    (void)snprintf(words, words_size, "cannot be started: %s%s", strerror(why != 0 ? why : trouble),
                   command->words != NULL ? advice(why, command->words[0]) : "");
    (void)runner_process_stop(process, children);
    close_all(process);
    return false;
}

/* --- Talking -------------------------------------------------------------------------------------------- */

static void make_room(char **buffer, size_t *room, size_t size)
{
    if (size <= *room)
        return;
    *room = size < 2 * *room ? 2 * *room : size;
    *buffer = memory_grow(*buffer, *room, 1);
}

char *runner_process_room(struct process *process, size_t size)
{
    if (process->sent_from > process->sent_size / 2) { /* rare, and moves fewer bytes than were sent */
        process->sent_size -= process->sent_from;
        memmove(process->sent, process->sent + process->sent_from, process->sent_size);
        process->sent_from = 0;
    }
    make_room(&process->sent, &process->sent_room, process->sent_size + size);
    process->sent_size += size;
    return process->sent + process->sent_size - size;
}

/* A closed pipe is no error here: the process's silence shows that it is gone. */
void runner_process_write(struct process *process)
{
    while (runner_process_writes(process)) {
        const ssize_t wrote = write(process->input, process->sent + process->sent_from,
                                    process->sent_size - process->sent_from);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0 && errno != EAGAIN) {
            process->sent_from = process->sent_size;
            note_trouble(process, errno == EPIPE ? 0 : errno);
        }
        if (wrote < 0)
            return;
        process->sent_from += (size_t)wrote;
    }
}

bool runner_process_writes(const struct process *process)
{
    return process->input >= 0 && process->sent_from < process->sent_size;
}

void runner_process_close_input(struct process *process)
{
    close_end(&process->input);
}

enum { CHUNK = 1 << 16 };

static void keep_last(struct process *process, const char *bytes, size_t size)
{
    const size_t taken = size < LAST_MAX ? size : LAST_MAX;
    const size_t over = process->last_size + taken > LAST_MAX ? process->last_size + taken - LAST_MAX : 0;
    process->last_size -= over;
    memmove(process->last, process->last + over, process->last_size);
    memcpy(process->last + process->last_size, bytes + size - taken, taken);
    process->last_size += taken;
}

/* Returns true if something came. */
static bool read_complaints(struct process *process)
{
    char bytes[CHUNK];
    const ssize_t got = read(process->complaints, bytes, sizeof bytes);
    const bool failed = got < 0 && errno != EAGAIN && errno != EINTR;
    if (failed)
        note_trouble(process, errno);
    if (got == 0 || failed)
        close_end(&process->complaints);
    if (got <= 0)
        return false;
    const size_t room = sizeof process->complaint - process->complaint_size;
    const size_t kept = (size_t)got < room ? (size_t)got : room;
    memcpy(process->complaint + process->complaint_size, bytes, kept);
    process->complaint_size += kept;
    keep_last(process, bytes, (size_t)got);
    process->complained += (size_t)got;
    return true;
}

void runner_process_read_complaints(struct process *process)
{
    if (process->complaints >= 0)
        (void)read_complaints(process);
}

bool runner_process_read(struct process *process)
{
    runner_process_read_complaints(process);
    if (process->output < 0)
        return true;
    if (process->said_from > 0) {
        memmove(process->said, process->said + process->said_from, process->said_size - process->said_from);
        process->said_size -= process->said_from;
        process->said_seen -= process->said_from;
        process->said_from = 0;
    }
    make_room(&process->said, &process->said_room, process->said_size + CHUNK);
    const ssize_t got =
        read(process->output, process->said + process->said_size, process->said_room - process->said_size);
    if (got > 0)
        process->said_size += (size_t)got;
    else if (got < 0 && errno != EAGAIN && errno != EINTR) {
        note_trouble(process, errno); /* other errors are not the end of the output */
        close_end(&process->output);
    } else if (got == 0 || (errno == EAGAIN && process->ended))
        /* A dead process writes no more, even if another process holds the pipe. */
        close_end(&process->output);
    return process->trouble == 0;
}

bool runner_process_line(struct process *process, struct span *line)
{
    const char *const end =
        process->said_seen < process->said_size
            ? memchr(process->said + process->said_seen, '\n', process->said_size - process->said_seen)
            : NULL;
    process->said_seen = process->said_size;
    if (end == NULL)
        return false;
    *line =
        (struct span){process->said + process->said_from, (size_t)(end - process->said) - process->said_from};
    process->said_from = process->said_seen = (size_t)(end - process->said) + 1;
    return true;
}

size_t runner_process_rest(const struct process *process)
{
    return process->said_size - process->said_from;
}

bool runner_process_is_silent(const struct process *process)
{
    return process->output < 0 && process->ended;
}

/* --- Ending --------------------------------------------------------------------------------------------- */

void runner_process_look(struct process *process)
{
    siginfo_t about = {0};
    int looked = -1;
    while (process->pid != 0 &&
           (looked = waitid(P_PID, (id_t)process->pid, &about, WEXITED | WNOHANG | WNOWAIT)) < 0 &&
           errno == EINTR)
        ;
    const bool stopped = about.si_code == CLD_TRAPPED || about.si_code == CLD_STOPPED;
    /* If the child made us its tracer, waitid() also reports when it stops. */
    if (looked == 0 && about.si_pid != 0 && !stopped)
        process->ended = true;
    if (process->pid != 0 && looked < 0)
        note_trouble(process, errno);
}

int runner_process_stop(struct process *process, struct children *children)
{
    if (process->pid == 0)
        return 0;
    runner_kill_group(process->pid);
    const int status = runner_await_end(process->pid);
    note_trouble(process, errno);
    while (process->complaints >= 0 && read_complaints(process) && process->complaint_size < COMPLAINT_MAX)
        ; /* reads its last words */
    close_all(process);
    runner_children_remove(children, process->pid);
    runner_kill_strays(children);
    process->pid = 0;
    return status;
}

void runner_process_free(struct process *process)
{
    free(process->sent);
    free(process->said);
}
