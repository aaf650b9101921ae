/* Reads files that somebody names, and stops where no real one goes on: what never ends is no reason to fill the memory.
 *
 * A device or a pipe is read like any file.  limits.def has the limits. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum bounded_kind {
#define KIND(kind, what, file, line) BOUNDED_##kind,
#include "limits.def"
#undef KIND
};

/* A file to be read by lines or pieces; a null PATH is standard input.  Reading beyond a limit fails with EFBIG.  Null:
 * errno and bounded_trouble() say why. */
FILE *bounded_open(enum bounded_kind kind, const char *path);

/* As getline() does, but a line that is cut off by trouble is none.  After -1 there was trouble unless feof(). */
ssize_t bounded_line(char **line, size_t *room, FILE *file);

/* All of a file of a kind that has a limit, to be freed, also if it fails: false. */
bool bounded_read(enum bounded_kind kind, const char *path, uint8_t **bytes, size_t *size);

/* Why the last of these, or of what was read since, failed, in words; ask at once. */
const char *bounded_trouble(void);
