/* Any model that the generator can say, drawn from bytes: each choice takes some, and when they have ended
 * all choices are the first.  Some models cannot be said after all, which the encoder notices. */
#ifndef FUZZ_AGREE_DRAW_H
#define FUZZ_AGREE_DRAW_H

#include "model.h"

#include <stddef.h>

struct choices {
    const uint8_t *at;
    size_t left;
};

/* A number below the bound, which is at most 65536. */
uint32_t draw_below(struct choices *choices, uint32_t bound);
uint64_t draw_number(struct choices *choices, unsigned width);

/* One in so many times, and not when the choices have ended. */
bool draw_rarely(struct choices *choices, uint32_t times);

void draw_text(struct choices *choices, enum profile *profile, enum abi *abi);

/* Fills in the rest of a section that was initialised with its profile and ABI. */
void draw_section(struct choices *choices, struct section *section);

#endif
