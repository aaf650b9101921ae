/* Of a vector of a covering array: what it is about, and its values there, by name.  The core has a vector
 * for every two of these values: generator/choose sees to that. */
#pragma once

enum { MAX_CELLS = 20 };

struct cells {
    const char *what;
    unsigned count;
    struct {
        const char *name, *value;
    } list[MAX_CELLS];
};
