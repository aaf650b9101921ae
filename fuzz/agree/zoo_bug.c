/* The zoo in process: with the bug that ZOO_BUG names, or right.  It claims to be strict. */
#include "implementation.h"
#include "kit.h"

#include <stdlib.h>

int adapter_arguments(char *arguments[ADAPTER_ARGUMENTS])
{
    static char name[] = "zoo", option[] = "--bug";
    char *const bug = getenv("ZOO_BUG");
    arguments[0] = name;
    arguments[1] = option;
    arguments[2] = bug;
    return bug != NULL ? 3 : 1;
}

bool implementation_is_strict(void)
{
    return true;
}
