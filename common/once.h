/* Options that take one value are given once: otherwise the last would win without a
 * word. */
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
