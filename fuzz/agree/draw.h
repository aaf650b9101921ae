/* Draws any model that the generator can express, from bytes.  Each choice takes some bytes; after the last
 * one, every choice is the first possible.  A few of these models cannot be expressed after all, which the
 * encoder notices. */
#pragma once

#include "model/model.h"

#include <stddef.h>

struct choices {
    const uint8_t *at;
    size_t left;
};

/* A number below the bound, which is at most 65536. */
uint32_t draw_below(struct choices *choices, uint32_t bound);
uint64_t draw_number(struct choices *choices, unsigned width);

/* True one time in TIMES, and never when the bytes have ended. */
bool draw_rarely(struct choices *choices, uint32_t times);

void draw_text(struct choices *choices, enum profile *profile, enum abi *abi);

/* Draws the rest of a section that was initialised with its profile and ABI. */
void draw_section(struct choices *choices, struct section *section);
