/* A line of assembly text, and how its operands are read. */
#pragma once

#include "assembler.h"

struct operands {
    struct unit *unit;
    char *at; /* the rest of the line */
    bool wrong;
    const char *directive;
    uint64_t what; /* which of the directives that are read alike: by their table */
};

void skip_space(struct operands *operands);
bool at_end(struct operands *operands);
/* Passes a comma.  Returns false if no operand follows. */
bool another(struct operands *operands);
int64_t take_value(struct operands *operands);
unsigned take_register(struct operands *operands);
/* Reads a name, which stays; it is empty if there is none. */
const char *take_name(struct operands *operands);

struct text_section *section_here(const struct unit *unit);

/* In directives.c: */
void cfi_sections(struct operands *operands);
void startproc(struct operands *operands);
void endproc(struct operands *operands);
/* Reads a directive that changes the state from here on.  Returns false if it is another one. */
bool take_step_line(struct operands *operands, const char *name);
