/* Reads files that users name, up to limits that no real file reaches: an endless one does not fill the memory.
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

/* As getline(), but a line that an error cuts off is not returned.  After -1: an error, unless feof(). */
ssize_t bounded_line(char **line, size_t *room, FILE *file);

/* Reads all of a file; the kind must have a limit.  *BYTES is to be freed, also after false. */
bool bounded_read(enum bounded_kind kind, const char *path, uint8_t **bytes, size_t *size);

/* Why the last of these calls failed, or the reading of its file.  Call it at once. */
const char *bounded_trouble(void);
