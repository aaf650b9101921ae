/* A line of assembly text, and how its operands are read. */
#pragma once

#include "assembler.h"

struct operands {
    struct unit *unit;
    char *at; /* the rest of the line */
    bool wrong;
    const char *directive;
    uint64_t what; /* from the directive's row in the table: a size or a flag, as its function wants it */
};

void skip_space(struct operands *operands);
bool at_end(struct operands *operands);
/* Skips a comma.  Returns false if there is none, so no operand follows. */
bool another(struct operands *operands);
int64_t take_value(struct operands *operands);
unsigned take_register(struct operands *operands);
/* Reads a name, and returns a copy that is never freed; it is empty if there is no name. */
const char *take_name(struct operands *operands);

struct text_section *section_here(const struct unit *unit);

/* In directives.c: */
void cfi_sections(struct operands *operands);
void startproc(struct operands *operands);
void endproc(struct operands *operands);
/* Reads a directive that changes the state from here on.  Returns false if it is another one. */
bool take_step_line(struct operands *operands, const char *name);
