/* What a family says of a vector that is one of a covering array: what it is about, and the values that stand
 * beside it.  The core has a vector for each two of them: generator/choose. */
#pragma once

enum { MAX_CELLS = 20 };

struct cells {
    const char *what;
    unsigned count;
    struct {
        const char *name, *value;
    } list[MAX_CELLS];
};
