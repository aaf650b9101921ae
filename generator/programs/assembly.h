/* A program as GNU assembly text. */
#pragma once

#include "model/text_buffer.h"
#include "unit.h"

/* A directive's operands, in this order. */
enum operands {
    NO_OPERANDS = 0,
    ONE_REGISTER = 1,
    OTHER_REGISTER = 2,
    ONE_OFFSET = 4,
    REGISTER_OFFSET = ONE_REGISTER | ONE_OFFSET,
    TWO_REGISTERS = ONE_REGISTER | OTHER_REGISTER,
    TWO_REGISTERS_OFFSET = TWO_REGISTERS | ONE_OFFSET,
    BY_HAND = 8
};

/* The directive .cfi_NAME, of .cfi_escape the first; STEP_KINDS if there is none. */
enum step_kind gen_step_named(const char *name, enum operands *operands);

/* As texts and names of functions have it; TEXT_SECTIONS if there is none. */
const char *gen_section_name(enum text_section section);
enum text_section gen_section_named(const char *name);

/* The bytes of a .cfi_escape. */
struct escape {
    uint8_t bytes[32];
    size_t count;
};
struct escape gen_escape_of(const struct step *step);

/* Of the instruction that code is filled with; 0: no programs are made for the ABI. */
unsigned gen_fill_size(enum abi abi);

/* What stands before the functions of a unit; WANTED are what .cfi_sections names. */
#define GEN_SECTIONS ".eh_frame, .sframe" /* of most units */
void gen_write_unit_head(struct text *text, const char *wanted);

/* With labels at each piece of code, if the truth names places by them. */
void gen_write_program(struct text *text, enum abi abi, const char *name, const struct program *program,
                       bool by_labels);

/* The label of a piece of code, by its step; that of the end has the number of steps. */
void gen_write_step_label(struct text *text, const char *name, unsigned step);
