/* A function as a text: its directives as comments, and what a section must say of it in the notation. */
#pragma once

#include "program_emitter.h"

/* For an emitter's `take`; INTO is a text. */
void gen_show_program(void *into, const struct program_emitter *emitter, const struct truth *truth);
