#include "measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *open_about(pid_t pid, const char *what)
{
    char path[96];
    (void)snprintf(path, sizeof path, "/proc/%jd/%s", (intmax_t)pid, what);
    return fopen(path, "re");
}

/* A process may start one that starts others again and again.  What lies deeper is not counted. */
enum { DEEPEST = 4 };

/* In /proc/PID/stat, words 16 and 17 are the times of children that have ended.  Word 2 is a name in brackets
 * that may have any characters, so words are counted behind the last bracket. */
static double seconds_of_ended(pid_t pid)
{
    char line[1024];
    unsigned long user = 0, system = 0;
    FILE *const file = open_about(pid, "stat");
    const size_t size = file != NULL ? fread(line, 1, sizeof line - 1, file) : 0;
    if (file != NULL)
        (void)fclose(file);
    line[size] = '\0';
    const char *const behind = strrchr(line, ')');
    if (behind == NULL || sscanf(behind + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %lu %lu",
                                 &user, &system) != 2)
        return 0;
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Adds the times of a process and of its descendants. */
static bool add_seconds(pid_t pid, unsigned depth, struct usage *usage)
{
    char list[64];
    clockid_t clock;
    struct timespec used;
    intmax_t child;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return false;
    usage->seconds += (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
    usage->ended += seconds_of_ended(pid);
    (void)snprintf(list, sizeof list, "task/%jd/children", (intmax_t)pid);
    FILE *const file = depth < DEEPEST ? open_about(pid, list) : NULL;
    while (file != NULL && fscanf(file, "%jd", &child) == 1)
        (void)add_seconds((pid_t)child, depth + 1, usage);
    if (file != NULL)
        (void)fclose(file);
    return true;
}

static bool read_memory(pid_t pid, struct usage *usage)
{
    char line[256];
    uint64_t peak = 0, now = 0;
    FILE *const file = open_about(pid, "status");
    if (file == NULL)
        return false;
    while (fgets(line, sizeof line, file) != NULL) {
        (void)sscanf(line, "VmHWM: %" SCNu64, &peak);
        (void)sscanf(line, "RssAnon: %" SCNu64, &now);
    }
    (void)fclose(file);
    usage->peak = peak * 1024;
    usage->memory = now * 1024;
    return peak > 0 && now > 0;
}

bool runner_usage_of(pid_t pid, struct usage *usage)
{
    *usage = (struct usage){.seconds = 0};
    return add_seconds(pid, 0, usage) && read_memory(pid, usage);
}
