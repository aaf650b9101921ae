/* The command line's options. */
#pragma once

#include "../../common/command_line.h"
#include "emit/vector.h"

struct arguments {
    struct selection selection;
    uint64_t seed;
    const char *requires; /* of a header: a file with a requirement set; null: none */
    uint64_t split; /* of a header: vectors in each of its files; 0: in one file */
    const char *to;    /* null: standard output */
    const char *cases; /* a folder of cases; null: those that are compiled in */
};

extern const char gen_program[];

/* Read the words behind a command of sframe-gen, and return what command_line_read() does: by a table, or by
 * the options that most commands have. */
int gen_read_options(struct command_option *options, int *count, char ***words);
int gen_read_arguments(int *count, char ***words, struct arguments *arguments);

/* For tables of options, their `parse` and `must`.  TO is an int, struct patterns, or a const char *, which
 * must not be empty. */
bool gen_take_profile(void *to, const char *text);
bool gen_take_abi(void *to, const char *text);
bool gen_take_pattern(void *to, const char *text);
bool gen_take_path(void *to, const char *text);
extern const char gen_profile_must[], gen_abi_must[], gen_pattern_must[], gen_path_must[], gen_family_must[];

/* "sframe-gen: what: about", or without the colon if there is nothing about it; returns false. */
bool gen_complain(const char *what, const char *about);
