#include "assembly.h"

#include <string.h>

/* --- Tables ---------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum operands operands;
} directives[STEP_KINDS] = {
    [STEP_CODE] = {NULL, BY_HAND},
    [STEP_DEF_CFA] = {"def_cfa", REGISTER_OFFSET},
    [STEP_DEF_CFA_REGISTER] = {"def_cfa_register", ONE_REGISTER},
    [STEP_DEF_CFA_OFFSET] = {"def_cfa_offset", ONE_OFFSET},
    [STEP_ADJUST_CFA_OFFSET] = {"adjust_cfa_offset", ONE_OFFSET},
    [STEP_OFFSET] = {"offset", REGISTER_OFFSET},
    [STEP_REL_OFFSET] = {"rel_offset", REGISTER_OFFSET},
    [STEP_VAL_OFFSET] = {"val_offset", REGISTER_OFFSET},
    [STEP_REGISTER] = {"register", TWO_REGISTERS},
    [STEP_RESTORE] = {"restore", ONE_REGISTER},
    [STEP_UNDEFINED] = {"undefined", ONE_REGISTER},
    [STEP_SAME_VALUE] = {"same_value", ONE_REGISTER},
    [STEP_REMEMBER_STATE] = {"remember_state", NO_OPERANDS},
    [STEP_RESTORE_STATE] = {"restore_state", NO_OPERANDS},
    [STEP_SIGNAL_FRAME] = {"signal_frame", NO_OPERANDS},
    [STEP_RETURN_COLUMN] = {"return_column", ONE_REGISTER},
    [STEP_WINDOW_SAVE] = {"window_save", NO_OPERANDS},
    [STEP_NEGATE_RA_STATE] = {"negate_ra_state", NO_OPERANDS},
    [STEP_B_KEY_FRAME] = {"b_key_frame", NO_OPERANDS},
    [STEP_MTE_TAGGED_FRAME] = {"mte_tagged_frame", NO_OPERANDS},
    [STEP_LABEL] = {"label", BY_HAND},
    [STEP_ESCAPE_NOP] = {"escape", BY_HAND},
    [STEP_ESCAPE_ARGS_SIZE] = {"escape", BY_HAND},
    [STEP_ESCAPE_CFA_AT] = {"escape", BY_HAND},
    [STEP_ESCAPE_SAVED_AT] = {"escape", BY_HAND},
    [STEP_ESCAPE_VALUE] = {"escape", BY_HAND},
    [STEP_ESCAPE_EXPRESSION] = {"escape", BY_HAND},
};

enum step_kind gen_step_named(const char *name, enum operands *operands)
{
    for (unsigned kind = 0; kind < STEP_KINDS; kind++)
        if (directives[kind].name != NULL && strcmp(directives[kind].name, name) == 0) {
            *operands = directives[kind].operands;
            return (enum step_kind)kind;
        }
    return STEP_KINDS;
}

/* What fills code: an instruction that does nothing. */
static const struct {
    unsigned size;
    const char *value;
} fills[ABIS] = {
    [ABI_AMD64] = {1, "0x90"},
    [ABI_AARCH64] = {4, "0xd503201f"},
    [ABI_AARCH64_BE] = {4, "0x1f2003d5"}, /* .fill writes data in the order of the file, code is little-endian */
    [ABI_S390X] = {2, "0x0700"},
};

/* DWARF: call frame instructions and the operations of their expressions. */
enum {
    CFA_NOP = 0x00,
    CFA_DEF_CFA_EXPRESSION = 0x0f,
    CFA_EXPRESSION = 0x10,
    CFA_VAL_EXPRESSION = 0x16,
    CFA_GNU_ARGS_SIZE = 0x2e,
    OP_DEREF = 0x06,
    OP_PLUS = 0x22,
    OP_BREG0 = 0x70,
};

/* --- Escapes --------------------------------------------------------------------------------------------- */

static void add_byte(struct escape *escape, int byte)
{
    escape->bytes[escape->count++] = (uint8_t)byte;
}

/* DW_OP_bregN with its offset as a signed LEB128. */
static void add_breg(struct escape *escape, unsigned reg, int64_t offset)
{
    add_byte(escape, (int)(OP_BREG0 + reg));
    for (bool more = true; more;) {
        const int low = (int)((uint64_t)offset & 0x7f);
        offset = offset < 0 ? -1 - (-1 - offset) / 128 : offset / 128;
        more = !(offset == 0 && (low & 0x40) == 0) && !(offset == -1 && (low & 0x40) != 0);
        add_byte(escape, more ? low | 0x80 : low);
    }
}

/* The instruction before its expression, whose length is in between. */
static void begin_with(struct escape *escape, const struct escape *expression, int instruction, int reg)
{
    add_byte(escape, instruction);
    if (reg >= 0)
        add_byte(escape, reg);
    add_byte(escape, (int)expression->count);
    memcpy(escape->bytes + escape->count, expression->bytes, expression->count);
    escape->count += expression->count;
}

struct escape gen_escape_of(const struct step *step)
{
    struct escape escape = {.count = 0}, expression = {.count = 0};
    switch (step->kind) {
    case STEP_ESCAPE_NOP:
        add_byte(&escape, CFA_NOP);
        break;
    case STEP_ESCAPE_ARGS_SIZE:
        add_byte(&escape, CFA_GNU_ARGS_SIZE);
        add_byte(&escape, (int)step->offset);
        break;
    case STEP_ESCAPE_CFA_AT:
        add_breg(&expression, step->reg, step->offset);
        add_byte(&expression, OP_DEREF);
        begin_with(&escape, &expression, CFA_DEF_CFA_EXPRESSION, -1);
        break;
    case STEP_ESCAPE_SAVED_AT:
    case STEP_ESCAPE_VALUE:
        add_breg(&expression, step->other, step->offset);
        begin_with(&escape, &expression, step->kind == STEP_ESCAPE_VALUE ? CFA_VAL_EXPRESSION : CFA_EXPRESSION,
                   step->reg);
        break;
    default: /* STEP_ESCAPE_EXPRESSION: the sum of two registers */
        add_breg(&expression, step->reg, step->offset);
        add_breg(&expression, step->other, 0);
        add_byte(&expression, OP_PLUS);
        begin_with(&escape, &expression, CFA_EXPRESSION, step->reg);
        break;
    }
    return escape;
}

static void write_escape(struct text *text, const struct step *step)
{
    const struct escape escape = gen_escape_of(step);
    for (size_t i = 0; i < escape.count; i++) {
        gen_text_char(text, i == 0 ? ' ' : ',');
        gen_text_hex(text, escape.bytes[i]);
    }
}

/* --- Steps ----------------------------------------------------------------------------------------------- */

unsigned gen_fill_size(enum abi abi)
{
    return fills[abi].size;
}

static void write_code(struct text *text, enum abi abi, int64_t bytes)
{
    gen_text_string(text, "\t.fill ");
    gen_text_signed(text, bytes / fills[abi].size);
    gen_text_char(text, ',');
    gen_text_unsigned(text, fills[abi].size);
    gen_text_char(text, ',');
    gen_text_string(text, fills[abi].value);
}

static void write_step(struct text *text, const char *name, unsigned number, const struct step *step)
{
    const enum operands operands = directives[step->kind].operands;
    gen_text_string(text, "\t.cfi_");
    gen_text_string(text, directives[step->kind].name);
    if (operands == ONE_REGISTER || operands == REGISTER_OFFSET || operands == TWO_REGISTERS) {
        gen_text_char(text, ' ');
        gen_text_unsigned(text, step->reg);
    }
    if (operands == TWO_REGISTERS) {
        gen_text_string(text, ", ");
        gen_text_unsigned(text, step->other);
    }
    if (operands == ONE_OFFSET || operands == REGISTER_OFFSET) {
        gen_text_string(text, operands == ONE_OFFSET ? " " : ", ");
        gen_text_signed(text, step->offset);
    }
    if (step->kind == STEP_LABEL) {
        gen_text_char(text, ' ');
        gen_text_string(text, name);
        gen_text_char(text, '_');
        gen_text_unsigned(text, number);
    } else if (operands == BY_HAND)
        write_escape(text, step);
}

void gen_write_unit_head(struct text *text)
{
    gen_text_string(text, "\t.cfi_sections .eh_frame, .sframe\n\t.text\n");
}

void gen_write_program(struct text *text, enum abi abi, const char *name, const struct program *program)
{
    const char *const lines[] = {"\t.type ", name, ", %function\n", name, ":\n\t.cfi_startproc",
                                 program->simple ? " simple\n" : "\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        gen_text_string(text, lines[i]);
    for (unsigned i = 0; i < program->step_count; i++) {
        const struct step *const step = &program->steps[i];
        if (step->kind == STEP_CODE)
            write_code(text, abi, step->offset);
        else
            write_step(text, name, i, step);
        gen_text_char(text, '\n');
    }
    const char *const end[] = {"\t.cfi_endproc\n\t.size ", name, ", .-", name, "\n"};
    for (size_t i = 0; i < sizeof end / sizeof *end; i++)
        gen_text_string(text, end[i]);
}
