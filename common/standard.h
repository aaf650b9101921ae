/* The standard files of a program: what it says there has arrived, or it fails. */
#pragma once

#include <stdbool.h>

/* First of all: a standard file that is closed is taken, so that no file opened later stands in for it, and
 * to read from it or to write to it fails; and a file that grows beyond its limit is an error of writing, and
 * no signal, which would leave what is half written.  Who starts a program gives that signal back first. */
void standard_begin(void);

/* Last of all: false, and one line on standard error, if standard output did not take all that was written.
 */
bool standard_end(const char *program);

/* What a program does with its words; its exit status. */
typedef int standard_body(int count, char **words);

/* Both of the above around that; output that is lost makes the exit status 2. */
int standard_run(const char *program, standard_body *run, int count, char **words);
