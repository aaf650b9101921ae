/* covering-array: prints the rows of the covering array, generator/covering.txt.  Only who changes
 * dimensions, or what is forbidden, runs it. */
#include "../common/safe_text.h"
#include "../common/standard.h"
#include "covering/array.h"
#include "emit/vector.h"

#include <stdio.h>
#include <string.h>

enum { EXIT_DONE = 0, EXIT_USAGE = 2 };

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

int main(int argc, char **argv)
{
    standard_begin();
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
    } else if (argc > 1) {
        safe_complain("covering-array", "wrong arguments (see --help)");
        return EXIT_USAGE;
    } else {
        gen_compute_covering_array(DEFAULT_STRENGTH, print_row, NULL);
    }
    return standard_end("covering-array") ? EXIT_DONE : EXIT_USAGE;
}
