/* Reads programs from assembly text as assembly.h writes it: code is .fill, and registers are numbers.  Our own
 * texts (texts.h) may say more. */
#pragma once

#include "terms.h"
#include "unit.h"

enum { ABOUT_SIZE = 160 };

struct directives;

struct reading {
    enum abi abi;
    const struct names *names; /* that one of our own texts may use; null: it is plain assembly text */
    const struct directives *directives; /* whose names are lines there, too; null: none */
    struct program *program; /* of the function that is read; its `about` is the label before it */
    char label[ABOUT_SIZE];
    bool inside;
    const char *fault; /* what is wrong with a line */
};

enum read_event { READ_ON, READ_FUNCTION, READ_FAULT };

/* One line.  READ_FUNCTION: it was the last of a function. */
enum read_event gen_read_line(struct reading *reading, const char *line);
