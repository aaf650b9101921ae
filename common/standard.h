/* The standard files of a program: if what it printed did not arrive, it fails. */
#pragma once

#include <stdbool.h>

/* To be called first.  A standard file that is closed is opened in such a way that reading and writing fail;
 * else a file opened later would get its number.  A file that grows beyond its limit gives a write error, and
 * no signal (SIGXFSZ), which would leave half a file.  A program that we start needs that signal back:
 * the code that starts it does this. */
void standard_begin(void);

/* To be called last.  False: standard output did not take all, and a line on standard error says so. */
bool standard_end(const char *program);

/* What a program does with its words; its exit status. */
typedef int standard_body(int count, char **words);

/* Calls RUN between both of the above.  Returns its exit status, or 2 if output was lost. */
int standard_run(const char *program, standard_body *run, int count, char **words);
