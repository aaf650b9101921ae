/* A section that a vector describes by parts: bytes, so many times, with numbers in them that count up. */
#ifndef CONFORMANCE_RUNNER_JUDGE_MADE_SECTION_H
#define CONFORMANCE_RUNNER_JUDGE_MADE_SECTION_H

#include "../process/spans.h"

enum { MADE_MAX = 1 << 22 }; /* bytes of a section; a run keeps few at a time */

/* What can be said of it before its bytes are made. */
struct made_section {
    struct span first; /* the bytes of the first part, in hexadecimal */
    size_t size;       /* of the section */
};

/* Reads `parts`.  Returns null, or what is wrong with them. */
const char *runner_made_read(struct span parts, struct made_section *made);
/* Writes the bytes of parts that were read before: as many as their size. */
void runner_made_write(struct span parts, uint8_t *to);

#endif
