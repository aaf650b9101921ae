/* sframe-measure: what a census says of ELF files, one line each. */
#include "../common/command_line.h"
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "../corpus/census/measure.h"
#include "tool/json.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_MEASURED = 0, EXIT_TROUBLE = COMMAND_LINE_TROUBLE };
enum {
    NAME_SIZE = 1 << 15,
    LINE_SIZE = 1 << 20,
    SECONDS = 60,
    SECONDS_SHIFT = 20,
    MEMORY = 64 << 20,
    COPIES = 4
};

static const char program[] = "sframe-measure";

/* --- A process for each file --------------------------------------------------------------------------- */

/* Sets the soft and the hard limit.  If the hard limit is lower already, both stay. */
static void limit(int resource, rlim_t most)
{
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0 || (limits.rlim_max != RLIM_INFINITY && limits.rlim_max < most))
        return;
    limits.rlim_cur = limits.rlim_max = most;
    (void)setrlimit(resource, &limits);
}

/* Addresses are not limited where a sanitizer reserves terabytes of them. */
static void limit_by_size(const char *path)
{
    struct stat status;
    const uint64_t size = stat(path, &status) == 0 && status.st_size > 0 ? (uint64_t)status.st_size : 0;
    limit(RLIMIT_CPU, (rlim_t)(SECONDS + (size >> SECONDS_SHIFT)));
    limit(RLIMIT_CORE, 0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(CENSUS_UNLIMITED)
    limit(RLIMIT_AS, (rlim_t)(MEMORY + COPIES * size));
#endif
}

static _Noreturn void measure(int out, const char *path, bool checked)
{
    FILE *const stream = fdopen(out, "w");
    if (stream == NULL)
        _exit(EXIT_TROUBLE);
    limit_by_size(path);
    census_measure(stream, path, checked);
    _exit(fflush(stream) == 0 ? EXIT_MEASURED : EXIT_TROUBLE);
}

/* --- Lines --------------------------------------------------------------------------------------------- */

static size_t read_all(int from, char *line)
{
    size_t size = 0;
    for (;;) {
        const ssize_t got = read(from, line + size, LINE_SIZE - size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return size;
        size += (size_t)got;
    }
}

static const char *death_of(int status, bool too_long)
{
    if (too_long)
        return "a line too long";
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL ? "out of time or memory"
                                                                          : "crashed";
    return WEXITSTATUS(status) != 0 ? "ended early" : NULL;
}

/* Prints the child's JSON object with its cost, or one that says how the child died. */
static void print_line(const char *path, char *line, size_t size, const char *death,
                       const struct rusage *used)
{
    struct json json = {.out = stdout, .after = true};
    const struct timeval *const times[] = {&used->ru_utime, &used->ru_stime};
    int64_t micros = 0;
    for (size_t i = 0; i < 2; i++)
        micros += (int64_t)times[i]->tv_sec * 1000000 + times[i]->tv_usec;
    if (death == NULL) {
        (void)fwrite(line, 1, size - 1, stdout);
    } else {
        json = tool_json_line(stdout);
        tool_json_text(&json, "file", path);
        tool_json_text(&json, "failed", death);
    }
    tool_json_begin(&json, "cost", '{');
    tool_json_int(&json, "microseconds", micros);
    tool_json_int(&json, "kilobytes", used->ru_maxrss);
    tool_json_end(&json, '}');
    tool_json_line_end(&json);
}

static bool no_process(void)
{
    safe_complain(program, "cannot start a process: %s", strerror(errno));
    return false;
}

static bool put_line(const char *path, char *line, bool checked)
{
    int ends[2], status = 0;
    struct rusage used = {.ru_maxrss = 0};
    if (pipe(ends) != 0)
        return no_process();
    (void)fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        (void)close(ends[0]);
        measure(ends[1], path, checked);
    }
    (void)close(ends[1]);
    const size_t size = child > 0 ? read_all(ends[0], line) : 0;
    (void)close(ends[0]);
    while (child > 0 && wait4(child, &status, 0, &used) < 0 && errno == EINTR) {
    }
    const char *death = death_of(status, size == LINE_SIZE);
    if (death == NULL && (size == 0 || line[size - 1] != '}'))
        death = "ended early";
    if (child <= 0)
        return no_process();
    print_line(path, line, size, death, &used);
    return true;
}

/* --- All files ----------------------------------------------------------------------------------------- */

/* Reads a name up to the next byte 0.  False: there is none; then *WELL says whether the input is complete. */
static bool next_name(char name[NAME_SIZE], bool *well)
{
    size_t size = 0;
    int byte = 0;
    while ((byte = getchar()) != EOF && byte != '\0' && size + 1 < NAME_SIZE)
        name[size++] = (char)byte;
    name[size] = '\0';
    *well = byte == '\0' || (byte == EOF && size == 0 && !ferror(stdin));
    if (!*well)
        safe_complain(program, "standard input: a name is too long, or cut off, or cannot be read");
    return byte == '\0';
}

static bool measure_named(char *line, bool checked)
{
    char name[NAME_SIZE];
    bool well;
    while (next_name(name, &well))
        if (!put_line(name, line, checked) || fflush(stdout) != 0)
            return false;
    return well;
}

static int measure_all(int count, char **paths, bool checked)
{
    char *const line = malloc(LINE_SIZE);
    bool well = line != NULL && (count != 0 || measure_named(line, checked));
    for (int i = 0; well && i < count; i++)
        well = put_line(paths[i], line, checked);
    free(line);
    return well ? EXIT_MEASURED : EXIT_TROUBLE;
}

int main(int count, char **arguments)
{
    bool checked = false;
    struct command_option options[] = {{"check", .to = &checked}, {.name = NULL}};
    const struct command_line line = {
        program, "sframe-measure (sframe-conformance) " SFRAME_CONFORMANCE_VERSION, .options = options};
    standard_begin();
    int status = command_line_read(&line, &count, &arguments);
    if (status == COMMAND_LINE_GO_ON)
        status = measure_all(count, arguments, checked);
    return status == EXIT_TROUBLE || standard_end(program) ? status : EXIT_TROUBLE;
}
