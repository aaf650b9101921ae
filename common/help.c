/* What programs print for --help: the texts of programs/help/, compiled in. */
#include "command_line.h"

#include <string.h>

#define CASE(folder, name, text) {name, text}
static const struct {
    const char *program, *text;
} helps[] = {
#include "help.inc"
};

const char *command_line_help(const char *program)
{
    size_t i = 0;
    while (strcmp(helps[i].program, program) != 0)
        i++;
    return helps[i].text;
}
