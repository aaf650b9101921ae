/* covering-array: prints the rows of the covering array, generator/covering.txt.  Only who changes
 * dimensions, or what is forbidden, runs it. */
#include "../common/command_line.h"
#include "../common/standard.h"
#include "covering/array.h"
#include "emit/vector.h"

#include <stdio.h>

enum { EXIT_DONE = 0, EXIT_USAGE = 2 };

static const char program[] = "covering-array";

static const char help[] =
    "usage: covering-array\n"
    "Computes the rows of the covering array and prints them: a line for each, and in it a digit for\n"
    "the value of each dimension.  generator/covering.txt is this list; `make core` writes it again.\n"
    "\n"
    "Exit status: 0 done; 2 usage or output error.\n";

static bool print_row(void *context, const uint8_t values[DIMENSIONS])
{
    (void)context;
    for (unsigned i = 0; i < DIMENSIONS; i++)
        putchar('0' + values[i]);
    return putchar('\n') != EOF;
}

static int run(int count, char **words)
{
    struct command_option none = {.name = NULL};
    const struct command_line line = {program, help, .options = &none};
    const int status = command_line_read(&line, &count, &words);
    if (status != COMMAND_LINE_GO_ON)
        return status;
    if (count > 0)
        return command_line_wrong_use(program, "takes no arguments: %s", words[0]);
    gen_compute_covering_array(DEFAULT_STRENGTH, print_row, NULL);
    return EXIT_DONE;
}

int main(int argc, char **argv)
{
    standard_begin();
    const int status = run(argc, argv);
    return status == EXIT_USAGE || standard_end(program) ? status : EXIT_USAGE;
}
