/* Options that take one value are given once: else the last would win, and whoever gave the first would not
 * know. */
#ifndef COMMON_ONCE_H
#define COMMON_ONCE_H

#include <stdbool.h>

enum { OPTIONS = 512 }; /* values that getopt_long() gives */

struct once {
    bool seen[OPTIONS];
};

/* Whether OPTION, as getopt_long() gives it, came before. */
static inline bool once_again(struct once *once, int option)
{
    const bool again = option > 0 && option < OPTIONS && once->seen[option];
    if (option > 0 && option < OPTIONS)
        once->seen[option] = true;
    return again;
}

#endif
