/* Draws CFI programs from bytes; each choice takes some (agree/draw.h).  A function is made step by step, or
 * by a family of generator/programs and then changed in some places. */
#ifndef FUZZ_WRITERS_DRAW_UNIT_H
#define FUZZ_WRITERS_DRAW_UNIT_H

#include "draw.h"
#include "programs/unit.h"

enum { DRAWN_FUNCTIONS = 6 };

struct drawn_unit {
    enum abi abi;
    enum profile profile; /* V2E2 or V3 */
    const char *sections; /* the words of .cfi_sections */
    bool wants_sframe;
    unsigned count;
    struct program functions[DRAWN_FUNCTIONS + 1]; /* room for one more */
};

void draw_unit(struct choices *choices, struct drawn_unit *unit);

void draw_function(struct choices *choices, const struct drawn_unit *unit, struct program *function);

/* Says a function in other words, without changing what is true of it.  Returns false if nothing was changed.
 */
bool draw_other_words(struct choices *choices, enum abi abi, struct program *function);

#endif
