/* The standard files of a program: what it says there has arrived, or it fails. */
#ifndef COMMON_STANDARD_H
#define COMMON_STANDARD_H

#include <stdbool.h>

/* First of all: a standard file that is closed is taken, so that no file opened later stands in for it, and
 * to read from it or to write to it fails; and a file that grows beyond its limit is an error of writing, and
 * no signal, which would leave what is half written.  Who starts a program gives that signal back first. */
void standard_begin(void);

/* Last of all: false, and one line on standard error, if standard output did not take all that was written.
 */
bool standard_end(const char *program);

/* Both, around what a program does: RUN gives its exit status, and what is lost makes that 2. */
int standard_run(const char *program, int run(int count, char **words), int count, char **words);

#endif
