/* Numbers on command lines: safe. */
#include "common/command_line.c"
#include "generator/exports/arguments.c"

/* A number of a command line, whatever the library's strtoull() gives. */
void proof_numbers(void)
{
    uint64_t value;
    const bool is = CALL(any_string(), &value);
    REACHES(is);
    REACHES(!is);
}
