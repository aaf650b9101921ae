/* Programs from assembly text, as assembly.h writes it: each function's code is .fill, its registers are
 * numbers. */
#ifndef GENERATOR_PROGRAMS_READING_H
#define GENERATOR_PROGRAMS_READING_H

#include "unit.h"

enum { ABOUT_SIZE = 160 };

struct reading {
    enum abi abi;
    struct program program; /* of the function that is read; its `about` is the label before it */
    char label[ABOUT_SIZE];
    bool inside;
    const char *fault; /* what is wrong with a line */
};

enum read_event { READ_ON, READ_FUNCTION, READ_FAULT };

/* One line.  READ_FUNCTION: it was the last of a function. */
enum read_event gen_read_line(struct reading *reading, const char *line);

#endif
