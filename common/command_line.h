/* What programs share about their command lines: numbers, and what is said of wrong use. */
#ifndef COMMON_COMMAND_LINE_H
#define COMMON_COMMAND_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Exit status: usage or I/O. */
enum { COMMAND_LINE_TROUBLE = 2 };

/* A line on standard error: WHAT is wrong with ARGUMENT (it may be empty), and where help is.  Gives the exit
 * status. */
int command_line_wrong_use(const char *program, const char *what, const char *argument);

/* Up to 64 bits, of digits alone; false: it is none. */
bool command_line_number(const char *text, uint64_t *value);

/* The same, or hexadecimal with 0x. */
bool command_line_address(const char *text, uint64_t *value);

/* Digits, and perhaps a point with digits behind it; what is beyond a double is infinite. */
bool command_line_decimal(const char *text, double *value);

#endif
