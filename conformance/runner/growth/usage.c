#include "usage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static FILE *open_about(pid_t pid, const char *what)
{
    char path[64];
    (void)snprintf(path, sizeof path, "/proc/%jd/%s", (intmax_t)pid, what);
    return fopen(path, "re");
}

/* The times of children are the 16th and 17th word; the second one has a name in brackets, of any characters.
 */
static double seconds_of_children(pid_t pid)
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
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return false;
    usage->seconds = (double)used.tv_sec + 1e-9 * (double)used.tv_nsec + seconds_of_children(pid);
    return read_memory(pid, usage);
}
