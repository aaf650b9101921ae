/* The command lines of programs: a table of options, and what is said of wrong use. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The exit status for wrong use or I/O errors; and what command_line_read() gives if there is work to do. */
enum { COMMAND_LINE_TROUBLE = 2, COMMAND_LINE_GO_ON = -1 };

enum option_kind {
    OPTION_FLAG,    /* TO is a bool, which becomes true */
    OPTION_TEXT,    /* TO is a const char * */
    OPTION_NUMBER,  /* TO is a uint64_t: digits alone, LEAST to MOST; MOST 0: no limit */
    OPTION_ADDRESS, /* TO is a uint64_t: digits, or hexadecimal with 0x */
    OPTION_PARSED,  /* PARSE puts the value to TO */
    OPTION_PERHAPS, /* the same, but the value may be left out, which gives "" */
};

struct command_option {
    const char *name; /* without --; NULL: it is a letter alone */
    char letter;      /* 0: it has none */
    enum option_kind kind;
    void *to;
    uint64_t least, most;
    bool (*parse)(void *to, const char *text); /* false: the text is not what MUST says */
    const char *must;                          /* NULL: PARSE has complained, or the kind says it */
    bool many;                                 /* may be repeated, as its values add up; flags always may */
    bool given;                                /* set by command_line_read() */
};

struct command_line {
    const char *program;
    const char *version;            /* a line; NULL: there is no --version */
    struct command_option *options; /* the last has neither name nor letter */
    bool ends_at_word;              /* words behind the first that is no option are not read as options */
};

/* Takes the options behind the first word, and leaves in *COUNT and *WORDS the words that are none.  Gives
 * COMMAND_LINE_GO_ON, or the exit status: help or the version is printed, or one line about wrong use. */
int command_line_read(const struct command_line *line, int *count, char ***words);

/* What --help prints: programs/help/PROGRAM.txt, compiled in. */
const char *command_line_help(const char *program);

/* A line on standard error: what is wrong, and where help is.  Gives the exit status. */
int command_line_wrong_use(const char *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A number of up to 64 bits, of digits alone; false: it is none. */
bool command_line_number(const char *text, uint64_t *value);

/* The same, or hexadecimal with 0x. */
bool command_line_address(const char *text, uint64_t *value);

/* Digits, and perhaps a point with digits behind it; what is beyond a double is infinite. */
bool command_line_decimal(const char *text, double *value);
