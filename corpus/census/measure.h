/* What a census says of one ELF file. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

/* Writes an object of JSON, without an end of line, whatever the file at PATH is.  CHECKED: what is converted
 * is also judged by the oracle and compared with the CFI. */
void census_measure(FILE *out, const char *path, bool checked);
