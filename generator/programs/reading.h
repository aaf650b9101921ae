/* Programs from assembly text, as assembly.h writes it: each function's code is .fill, its registers are
 * numbers.  Texts of ours (texts.h) say more. */
#pragma once

#include "terms.h"
#include "unit.h"

enum { ABOUT_SIZE = 160 };

struct directives;

struct reading {
    enum abi abi;
    const struct names *names; /* that a text of ours may use, and what else such a text says; null: none */
    const struct directives *directives; /* what else is a line there; null: nothing */
    struct program *program; /* of the function that is read; its `about` is the label before it */
    char label[ABOUT_SIZE];
    bool inside;
    const char *fault; /* what is wrong with a line */
};

enum read_event { READ_ON, READ_FUNCTION, READ_FAULT };

/* One line.  READ_FUNCTION: it was the last of a function. */
enum read_event gen_read_line(struct reading *reading, const char *line);
