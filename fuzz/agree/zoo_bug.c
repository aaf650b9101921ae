/* Switches on the zoo's bug that ZOO_BUG names, if it is set. */
#include "bug.h"

#include <stdio.h>
#include <stdlib.h>

__attribute__((constructor)) static void switch_on(void)
{
    const char *const name = getenv("ZOO_BUG");
    if (name != NULL && !bug_switch_on(NULL, name)) {
        (void)fprintf(stderr, "zoo: no such bug: %s\n", name);
        exit(2);
    }
}
