/* A program as GNU assembly text. */
#ifndef GENERATOR_ASSEMBLY_H
#define GENERATOR_ASSEMBLY_H

#include "../text_buffer.h"
#include "unit.h"

/* What stands before the functions of a unit; SECTIONS are what .cfi_sections names. */
void gen_write_unit_head(struct text *text, const char *sections);

/* With labels at each piece of code, if by them the truth tells where it holds. */
void gen_write_program(struct text *text, enum abi abi, const char *name, const struct program *program,
                       bool by_labels);

/* The label of a piece of code, by its step; that of the end has the number of steps. */
void gen_write_step_label(struct text *text, const char *name, unsigned step);

#endif
