/* zoo: the decoder of conformance/zoo/readers/ as an adapter, right or with a bug that --bug names. */
#include "bug.h"

#include "sframe_adapter.h"

#include <stdio.h>
#include <string.h>

extern const struct adapter adapter;

static const char usage[] =
    "usage: zoo [--bug NAME]     an adapter for sframe-conform; without a bug it is right\n"
    "       zoo --asked          the right adapter; at its end it lists on standard error the bugs that it "
    "came by,\n"
    "                            as no other could have changed an answer\n"
    "       zoo --list           the bugs, a line each: name, area, origin, what it does; tabs between\n"
    "exit status: 0, or 2 for wrong usage or a broken request\n";

/* What was printed has arrived, or the program fails. */
static int ended(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    (void)fputs("zoo: cannot write to standard output\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--list") == 0) {
        bug_list(stdout);
        return ended();
    }
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        (void)fputs(usage, stdout);
        return ended();
    }
    if (argc == 2 && strcmp(argv[1], "--asked") == 0) {
        const int status = adapter_run(&adapter);
        bug_list_asked(stderr);
        return status;
    }
    if (argc == 3 && strcmp(argv[1], "--bug") == 0 ? !bug_switch_on(argv[2]) : argc != 1) {
        (void)fprintf(stderr, argc == 3 ? "zoo: no such bug: %s; see --list\n" : usage, argv[argc - 1]);
        return 2;
    }
    return adapter_run(&adapter);
}
