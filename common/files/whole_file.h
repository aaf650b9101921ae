/* Writes a file that appears complete, or not at all.
 *
 * A new file is written in the same folder and then renamed.  The result looks as if the file had been written in
 * place: links are followed, also to a file that does not exist yet; and a file that existed keeps its mode, owner,
 * access list and other attributes.  If that is impossible, nothing is written: if we may not write the file, cannot
 * keep its owner, or if it has other names (hard links), which would keep the old contents.  Devices and pipes, and
 * the file that our own standard output or standard error already goes to, are written to as they are. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

struct whole_file {
    FILE *file;
    char *target, *temporary; /* null: written to as it is */
};

/* A path that is null is standard output.
 *
 * Each false: whole_file_trouble() says why, and there is nothing to close. */
bool whole_file_open(struct whole_file *whole, const char *path);
bool whole_file_close(struct whole_file *whole);
/* Throws away what was written. */
bool whole_file_abandon(struct whole_file *whole);
/* Whether it could be opened now, as far as can be seen without leaving a trace. */
bool whole_file_is_possible(const char *path);

/* Whether it is a pipe or a device: to open it, and to write to it, may wait for a reader. */
bool whole_file_waits(const char *path);

/* What went wrong last, in words. */
const char *whole_file_trouble(void);
