/* A function as a text: its directives as comments, and what a section must say of it in the notation. */
#ifndef GENERATOR_PROGRAMS_SHOW_H
#define GENERATOR_PROGRAMS_SHOW_H

#include "program_emitter.h"

/* For an emitter's `take`; INTO is a text. */
void gen_show_program(void *into, const struct program_emitter *emitter, const struct truth *truth);

#endif
