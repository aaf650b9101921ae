/* CFI programs, stepped: what sframe-programs says of a function at each byte, compared with what its callers
 * know. No section is read. */
#pragma once

#include "shadow.h"

struct claims;

/* Reads what the file at PATH says of the functions of PROGRAM.  NULL: the reason is reported. */
struct claims *live_truth_read(const char *program, const char *path);

/* To be called before each instruction of the program. */
void live_truth_compare(struct claims *claims, const struct shadow *shadow, struct target *target);

/* Writes what came of it, as a line of JSON.  True: something was compared, nothing was wrong, and the program
 * ended well. */
bool live_truth_report(const struct claims *claims, const struct target *target);
