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

/* The kind of .cfi_NAME (of .cfi_escape the first) and its operands.  STEP_KINDS: there is none. */
enum step_kind gen_step_named(const char *name, enum operands *operands);

/* The name of a section in our texts and in ids, and back.  TEXT_SECTIONS: no section has the name. */
const char *gen_section_name(enum text_section section);
enum text_section gen_section_named(const char *name);

/* The bytes of a .cfi_escape. */
struct escape {
    uint8_t bytes[32];
    size_t count;
};
struct escape gen_escape_of(const struct step *step);

/* The size of the instruction that code is filled with; 0: no programs are made for the ABI. */
unsigned gen_fill_size(enum abi abi);

/* Writes what stands before the functions of a unit; WANTED: the operands of .cfi_sections. */
#define GEN_SECTIONS ".eh_frame, .sframe" /* of most units */
void gen_write_unit_head(struct text *text, const char *wanted);

/* BY_LABELS: each piece of code gets a label, because the truth names places by labels. */
void gen_write_program(struct text *text, enum abi abi, const char *name, const struct program *program,
                       bool by_labels);

/* The label of the code that step number STEP is; the label of the end has the number of steps. */
void gen_write_step_label(struct text *text, const char *name, unsigned step);
