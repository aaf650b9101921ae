#include "report_file.h"

#include <errno.h>
#include <string.h>

static bool is_standard(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool runner_outlet_waits(const char *path)
{
    return is_standard(path) || whole_file_waits(path);
}

bool runner_outlet_open(struct outlet *outlet, const char *path)
{
    *outlet = (struct outlet){.file = stdout};
    if (is_standard(path))
        return true;
    const bool opened = whole_file_open(&outlet->whole, path);
    outlet->file = outlet->whole.file;
    return opened;
}

bool runner_outlet_close(struct outlet *outlet)
{
    if (outlet->file != stdout)
        return whole_file_close(&outlet->whole);
    return fflush(stdout) == 0 && !ferror(stdout);
}

void runner_outlet_abandon(struct outlet *outlet)
{
    if (outlet->file != stdout)
        (void)whole_file_abandon(&outlet->whole);
}

bool runner_outlet_is_possible(const char *path)
{
    return is_standard(path) || whole_file_is_possible(path);
}

const char *runner_outlet_trouble(void)
{
    const char *const words = whole_file_trouble();
    return words != NULL ? words : strerror(errno);
}
