/* zoo: the decoder of conformance/zoo/readers/ as an adapter, right or with a bug that --bug names. */
#include "../common/command_line.h"
#include "../common/standard.h"
#include "bug.h"

#include "sframe_adapter.h"

#include <stdio.h>

extern const struct adapter adapter;

static const char program[] = "zoo";

static void close_and_list(void *opened)
{
    adapter.close(opened);
    bug_list_asked(stderr);
}

static int run(int count, char **words)
{
    bool lists = false, asked = false;
    struct command_option options[] = {
        {"bug", .kind = OPTION_PARSED, .parse = bug_switch_on, .must = "one that --list names"},
        {"asked", .to = &asked},
        {"list", .to = &lists},
        {.name = NULL}};
    const struct command_line line = {program, .options = options};
    const int status = command_line_read(&line, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (count > 0)
        return command_line_wrong_use(program, "takes no arguments: %s", words[0]);
    if (lists) {
        bug_list(stdout);
        return 0;
    }
    struct adapter listing = adapter;
    listing.close = close_and_list;
    setvbuf(stderr, NULL, asked ? _IOFBF : _IONBF, BUFSIZ); /* there are hundreds of names for each request */
    return adapter_run(asked ? &listing : &adapter);
}

int main(int argc, char **argv)
{
    return standard_run(program, run, argc, argv);
}
