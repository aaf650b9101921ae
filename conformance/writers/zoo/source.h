/* Lines of assembly text, as they are taken apart. */
#ifndef CONFORMANCE_WRITERS_ZOO_SOURCE_H
#define CONFORMANCE_WRITERS_ZOO_SOURCE_H

#include "assembler.h"

struct operands {
    struct unit *unit;
    char *at; /* what is left of the line */
    bool wrong;
};

void skip_space(struct operands *operands);
bool at_end(struct operands *operands);
/* A comma, if more follows. */
bool another(struct operands *operands);
int64_t take_value(struct operands *operands);
unsigned take_register(struct operands *operands);
/* Empty: there is none.  To be freed. */
char *take_name(struct operands *operands);

struct text_section *section_here(const struct unit *unit);

/* directives.c: */
void cfi_sections(struct operands *operands);
void startproc(struct operands *operands);
void endproc(struct operands *operands);
/* One of those that change what holds from there on; false: it is none. */
bool take_step_line(struct operands *operands, const char *name);

#endif
