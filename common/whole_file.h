/* A file that appears whole, or not at all.
 *
 * It is written beside its place and then takes its name.  To whoever looks, it is as if the file had been
 * written where it is: a link is followed, to a file that need not be there yet; and a file that was there
 * keeps its mode, owner, access list and other attributes.  Where that cannot be, nothing is written: what is
 * read-only to us, whose owner we cannot keep, or what has other names, which would go on naming what was
 * there before.  Devices and pipes, and the file that our own standard output or standard error already goes
 * to, are written to as they are. */
#ifndef COMMON_WHOLE_FILE_H
#define COMMON_WHOLE_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct whole_file {
    FILE *file;
    char *target, *temporary; /* null: written to as it is */
};

/* Each false: whole_file_trouble() says why, and there is nothing to close. */
bool whole_file_open(struct whole_file *whole, const char *path);
bool whole_file_close(struct whole_file *whole);
/* Nothing appears. */
bool whole_file_abandon(struct whole_file *whole);
/* Whether it could be opened now, as far as can be told without leaving a trace. */
bool whole_file_is_possible(const char *path);

/* What went wrong last, in words. */
const char *whole_file_trouble(void);

#endif
