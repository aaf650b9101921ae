/* A program as GNU assembly text. */
#ifndef GENERATOR_ASSEMBLY_H
#define GENERATOR_ASSEMBLY_H

#include "../text_buffer.h"
#include "unit.h"

/* What stands before the functions of a unit. */
void gen_write_unit_head(struct text *text);
void gen_write_program(struct text *text, enum abi abi, const char *name, const struct program *program);

#endif
