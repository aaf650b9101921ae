/* A file that appears whole or not at all; `-` is standard output.  A device or a pipe is
 * written to as it is. */
#ifndef CONFORM_OUTLET_H
#define CONFORM_OUTLET_H

#include <stdbool.h>
#include <stdio.h>

struct outlet {
    FILE *file;
    const char *path;
    char *temporary; /* null: written to where it is */
};

/* Whether it could be opened now, as far as can be told without leaving a trace; false: errno tells. */
bool outlet_is_possible(const char *path);
/* False: errno tells. */
bool outlet_open(struct outlet *outlet, const char *path);
bool outlet_close(struct outlet *outlet);
/* Nothing appears. */
void outlet_abandon(struct outlet *outlet);

#endif
