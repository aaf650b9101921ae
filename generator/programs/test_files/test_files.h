/* CFI programs as the test files of those who maintain assemblers: a file, or two, for each function. */
#pragma once

#include "../machine.h"

#include <stdio.h>

/* A release of tools: what its assembler writes, and how its reader prints that. */
struct tool_release {
    const char *name;
    enum profile profile;
    unsigned abis;        /* those whose SFrame its assembler writes, as bits by number */
    unsigned flexible;    /* those for which it writes flexible rows */
    bool warns;           /* its assembler says that it leaves a function out */
    const char *fixed_ra; /* what is printed where RA is at its fixed place, as a regular expression */
};

/* A function, and what must come of it. */
struct test_case {
    const struct tool_release *release;
    enum abi abi;
    const char *family, *name; /* `name`: of its symbol */
    const struct program *program;
    const struct truth *truth;
    bool said; /* SFrame can say it; else the assembler must leave it out */
};

/* Finds the first piece of code that begins at the byte FROM or behind it.  Some writers begin a row there even
 * if it only repeats the row before.  False: there is none. */
bool gen_may_begin_row(const struct test_case *test, uint64_t from, uint64_t *at);

/* Whether directives stand behind the last byte: some writers begin a row there, which holds at no byte. */
bool gen_ends_with_directive(const struct test_case *test);

/* What a test is in words: ABI, family and what sets the function apart. */
void gen_write_title(FILE *file, const struct test_case *test);

/* The function as assembly text. */
void gen_write_source(FILE *file, const struct test_case *test);

struct test_format {
    const char *name;       /* of the command */
    const char *endings[2]; /* of the files of a test; the second may be null */
    void (*write[2])(FILE *file, const struct test_case *test);
    const char *once; /* a file that belongs to all tests: its name */
    const char *once_text;
    const struct tool_release *releases; /* the newest first; the last has no name */
};

extern const struct test_format gen_dejagnu_format, gen_lit_format;

/* Runs sframe-gen dejagnu or sframe-gen lit; returns the exit status. */
int gen_write_test_files(const struct test_format *format, int count, char **words);
