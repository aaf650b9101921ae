#include "assembly.h"

#include <string.h>

/* --- Tables --------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    enum operands operands;
    int operation; /* DW_CFA_NAME, if .cfi_escape is also to say it (of `restore`, that for any register);
                      else 0 */
} directives[STEP_KINDS] = {
    [STEP_DEF_CFA] = {"def_cfa", REGISTER_OFFSET, 0x0c},
    [STEP_DEF_CFA_REGISTER] = {"def_cfa_register", ONE_REGISTER, 0x0d},
    [STEP_DEF_CFA_OFFSET] = {"def_cfa_offset", ONE_OFFSET, 0x0e},
    [STEP_ADJUST_CFA_OFFSET] = {"adjust_cfa_offset", ONE_OFFSET, 0},
    [STEP_OFFSET] = {"offset", REGISTER_OFFSET, 0},
    [STEP_REL_OFFSET] = {"rel_offset", REGISTER_OFFSET, 0},
    [STEP_VAL_OFFSET] = {"val_offset", REGISTER_OFFSET, 0},
    [STEP_REGISTER] = {"register", TWO_REGISTERS, 0x09},
    [STEP_RESTORE] = {"restore", ONE_REGISTER, 0x06},
    [STEP_UNDEFINED] = {"undefined", ONE_REGISTER, 0x07},
    [STEP_SAME_VALUE] = {"same_value", ONE_REGISTER, 0x08},
    [STEP_REMEMBER_STATE] = {"remember_state", NO_OPERANDS, 0x0a},
    [STEP_RESTORE_STATE] = {"restore_state", NO_OPERANDS, 0x0b},
    [STEP_SIGNAL_FRAME] = {"signal_frame", NO_OPERANDS, 0},
    [STEP_RETURN_COLUMN] = {"return_column", ONE_REGISTER, 0},
    [STEP_WINDOW_SAVE] = {"window_save", NO_OPERANDS, 0},
    [STEP_NEGATE_RA_STATE] = {"negate_ra_state", NO_OPERANDS, 0x2d},
    [STEP_B_KEY_FRAME] = {"b_key_frame", NO_OPERANDS, 0},
    [STEP_MTE_TAGGED_FRAME] = {"mte_tagged_frame", NO_OPERANDS, 0},
    [STEP_LABEL] = {"label", BY_HAND, 0},
    [STEP_NEGATE_RA_STATE_WITH_PC] = {"negate_ra_state_with_pc", NO_OPERANDS, 0x2c},
    [STEP_VAL_ENCODED_ADDR] = {"val_encoded_addr", BY_HAND, 0},
    [STEP_PERSONALITY] = {"personality", BY_HAND, 0},
    [STEP_LSDA] = {"lsda", BY_HAND, 0},
    [STEP_ESCAPE_NOP] = {"escape", BY_HAND, 0},
    [STEP_ESCAPE_ARGS_SIZE] = {"escape", BY_HAND, 0},
    [STEP_ESCAPE_CFA_AT] = {"escape", BY_HAND, 0},
    [STEP_ESCAPE_SAVED_AT] = {"escape", BY_HAND, 0},
    [STEP_ESCAPE_VALUE] = {"escape", BY_HAND, 0},
    [STEP_ESCAPE_EXPRESSION] = {"escape", BY_HAND, 0},
    [STEP_ESCAPE_CFA_COMPLEX] = {"escape", BY_HAND, 0},
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

/* What fills code: an instruction that does nothing; and a jump, whose size may be the assembler's choice. */
static const struct {
    unsigned size;
    const char *value, *jump;
} fills[ABIS] = {
    [ABI_AMD64] = {1, "0x90", "jmp"},
    [ABI_AARCH64] = {4, "0xd503201f", "b"},
    /* .fill writes data in the order of the file, code is little-endian */
    [ABI_AARCH64_BE] = {4, "0x1f2003d5", "b"},
    [ABI_S390X] = {2, "0x0700", "j"},
};

/* By its name in our texts: the lines that choose a section.  The function's name stands between the parts. */
static const struct {
    const char *name, *parts[3];
} sections[TEXT_SECTIONS] = {
    [IN_TEXT_AS_IT_IS] = {"", {NULL}},
    [IN_TEXT] = {"text", {"\t.text\n"}},
    [IN_UNLIKELY] = {"unlikely", {"\t.section .text.unlikely,\"ax\",%progbits\n"}},
    [IN_HOT] = {"hot", {"\t.section .text.hot,\"ax\",%progbits\n"}},
    [IN_ONE_OF_ITS_OWN] = {"one of its own", {"\t.section .text.", ",\"ax\",%progbits\n"}},
    [IN_SUBSECTION] = {"a subsection", {"\t.text\n\t.subsection 1\n"}},
    [IN_LATER_SUBSECTION] = {"a later subsection", {"\t.text\n\t.subsection 8192\n"}},
    [IN_COMDAT] = {"a COMDAT group", {"\t.section .text.", ",\"axG\",%progbits,", ".group,comdat\n"}},
    [IN_LINKONCE] = {"linkonce", {"\t.section .gnu.linkonce.t.", ",\"ax\",%progbits\n"}},
    [IN_EXCLUDED] = {"excluded", {"\t.section .discard,\"axe\",%progbits\n"}},
    [IN_RETAINED] = {"retained", {"\t.section .text.retained,\"axR\",%progbits\n"}},
    [IN_INIT] = {"init", {"\t.section .init.text,\"ax\",%progbits\n"}},
    [IN_NOBITS] = {"nobits", {"\t.section .nobits.", ",\"ax\",%nobits\n"}},
};

const char *gen_section_name(enum text_section section)
{
    return sections[section].name;
}

enum text_section gen_section_named(const char *name)
{
    enum text_section section = IN_TEXT;
    while (section < TEXT_SECTIONS && strcmp(sections[section].name, name) != 0)
        section++;
    return section;
}

/* DWARF: call frame instructions and the operations of their expressions. */
enum {
    CFA_NOP = 0x00,
    CFA_DEF_CFA_EXPRESSION = 0x0f,
    CFA_EXPRESSION = 0x10,
    CFA_VAL_EXPRESSION = 0x16,
    CFA_GNU_ARGS_SIZE = 0x2e,
    PERSONALITY = 0x9b, /* DW_EH_PE_indirect | DW_EH_PE_pcrel | DW_EH_PE_sdata4 */
    LSDA = 0x1b,        /* DW_EH_PE_pcrel | DW_EH_PE_sdata4 */
    OP_DEREF = 0x06,
    OP_PLUS = 0x22,
    OP_BREG0 = 0x70,
};

/* --- Escapes -------------------------------------------------------------------------------------------- */

static void add_byte(struct escape *escape, int byte)
{
    escape->bytes[escape->count++] = (uint8_t)byte;
}

/* LEB128. */
static void add_number(struct escape *escape, int64_t number, bool is_signed)
{
    for (bool more = true; more;) {
        const int low = (int)((uint64_t)number & 0x7f);
        number = is_signed && number < 0 ? -1 - (-1 - number) / 128 : (int64_t)((uint64_t)number >> 7);
        more = number != (is_signed && (low & 0x40) != 0 ? -1 : 0);
        add_byte(escape, more ? low | 0x80 : low);
    }
}

/* DW_OP_bregN and its offset. */
static void add_breg(struct escape *escape, unsigned reg, int64_t offset)
{
    add_byte(escape, (int)(OP_BREG0 + reg));
    add_number(escape, offset, true);
}

/* The instruction, its register (-1: none), the length of its expression, and the expression. */
static void begin_with(struct escape *escape, const struct escape *expression, int instruction, int reg)
{
    add_byte(escape, instruction);
    if (reg >= 0)
        add_byte(escape, reg);
    add_byte(escape, (int)expression->count);
    memcpy(escape->bytes + escape->count, expression->bytes, expression->count);
    escape->count += expression->count;
}

/* The directive's operation and operands; no bytes: it cannot be written so. */
static struct escape operation_of(const struct step *step)
{
    const enum operands operands = directives[step->kind].operands;
    struct escape escape = {.count = 0};
    if (directives[step->kind].operation == 0)
        return escape;
    add_byte(&escape, directives[step->kind].operation);
    if ((operands & ONE_REGISTER) != 0)
        add_number(&escape, step->reg, false);
    if ((operands & OTHER_REGISTER) != 0)
        add_number(&escape, step->other, false);
    if ((operands & ONE_OFFSET) != 0)
        add_number(&escape, step->offset, false);
    return escape;
}

struct escape gen_escape_of(const struct step *step)
{
    const enum step_kind kind = step->kind;
    const bool of_cfa = kind == STEP_ESCAPE_CFA_AT || kind == STEP_ESCAPE_CFA_COMPLEX;
    const bool is_sum =
        kind == STEP_ESCAPE_EXPRESSION || kind == STEP_ESCAPE_CFA_COMPLEX; /* of two registers */
    struct escape escape = {.count = 0}, expression = {.count = 0};
    if (step->escaped)
        return operation_of(step);
    if (kind == STEP_ESCAPE_NOP || kind == STEP_ESCAPE_ARGS_SIZE) {
        add_byte(&escape, kind == STEP_ESCAPE_NOP ? CFA_NOP : CFA_GNU_ARGS_SIZE);
        if (kind == STEP_ESCAPE_ARGS_SIZE)
            add_byte(&escape, (int)step->offset);
        return escape;
    }
    add_breg(&expression, of_cfa || is_sum ? step->reg : step->other, step->offset);
    if (is_sum) {
        add_breg(&expression, step->other, 0);
        add_byte(&expression, OP_PLUS);
    }
    if (kind == STEP_ESCAPE_CFA_AT)
        add_byte(&expression, OP_DEREF);
    begin_with(&escape, &expression,
               of_cfa                      ? CFA_DEF_CFA_EXPRESSION
               : kind == STEP_ESCAPE_VALUE ? CFA_VAL_EXPRESSION
                                           : CFA_EXPRESSION,
               of_cfa ? -1 : step->reg);
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

/* --- Steps ---------------------------------------------------------------------------------------------- */

unsigned gen_fill_size(enum abi abi)
{
    return fills[abi].size;
}

/* NAME.3, the label of a step; NAME.t3 is the third target. */
void gen_write_step_label(struct text *text, const char *name, unsigned step)
{
    gen_text_format(text, "%s.%u", name, step);
}

/* A line without its end. */
static void write_zeros(struct text *text, int64_t bytes)
{
    gen_text_format(text, "\t.zero %" PRId64, bytes);
}

/* Writes a step that is code or a target. */
static void write_code(struct text *text, enum abi abi, const char *name, const struct program *program,
                       const struct step *step)
{
    switch (step->kind) {
    case STEP_JUMP:
        gen_text_format(text, "\t%s %s.t%u", fills[abi].jump, name, step->reg);
        return;
    case STEP_ALIGN:
        gen_text_format(text, "\t.balign %" PRId64, step->offset);
        return;
    case STEP_LEB:
        gen_text_format(text, "\t.uleb128 %s.t%u-%s.t%u", name, step->reg, name, step->other);
        return;
    case STEP_TARGET:
        gen_text_format(text, "%s.t%u:", name, step->reg);
        return;
    default: /* STEP_CODE */
        if (program->section == IN_NOBITS)
            write_zeros(text, step->offset);
        else if (step->text != NULL)
            gen_text_format(text, "\t%s", step->text);
        else
            gen_text_format(text, "\t.fill %" PRId64 ",%u,%s", step->offset / fills[abi].size, fills[abi].size,
                            fills[abi].value);
        return;
    }
}

static void write_registers_and_offset(struct text *text, enum operands operands, const struct step *step)
{
    if ((operands & ONE_REGISTER) != 0)
        gen_text_format(text, " %u", step->reg);
    if ((operands & OTHER_REGISTER) != 0)
        gen_text_format(text, ", %u", step->other);
    if ((operands & ONE_OFFSET) != 0)
        gen_text_format(text, "%s%" PRId64, operands == ONE_OFFSET ? " " : ", ", step->offset);
}

static void write_by_hand(struct text *text, const char *name, unsigned number, const struct step *step)
{
    switch (step->kind) {
    case STEP_LABEL:
        gen_text_format(text, " %s_%u", name, number);
        return;
    case STEP_VAL_ENCODED_ADDR:
        gen_text_format(text, " %u, 0x%x, %s", step->reg, LSDA, name);
        return;
    case STEP_PERSONALITY:
        gen_text_format(text, " 0x%x, personality_routine", PERSONALITY);
        return;
    case STEP_LSDA:
        gen_text_format(text, " 0x%x, lsda.%s", LSDA, name);
        return;
    default:
        write_escape(text, step);
        return;
    }
}

static void write_directive(struct text *text, const char *name, unsigned number, const struct step *step)
{
    gen_text_format(text, "\t.cfi_%s", step->escaped ? "escape" : directives[step->kind].name);
    if (step->escaped || directives[step->kind].operands == BY_HAND)
        write_by_hand(text, name, number, step);
    else
        write_registers_and_offset(text, directives[step->kind].operands, step);
}

/* --- Functions ------------------------------------------------------------------------------------------ */

void gen_write_unit_head(struct text *text, const char *wanted)
{
    gen_text_format(text, "\t.cfi_sections %s\n\t.text\n", wanted);
}

static void write_section(struct text *text, const char *name, const char *const parts[3])
{
    for (unsigned i = 0; i < 3 && parts[i] != NULL; i++) {
        if (i != 0)
            gen_text_string(text, name);
        gen_text_string(text, parts[i]);
    }
}

/* A function that is not called is entered from here: a symbol, the code ENTRY, a jump. */
static void write_entry(struct text *text, enum abi abi, const char *name, const char *entry)
{
    gen_text_format(text, "\t.text\n%s.enter:\n%s\t%s %s\n", name, entry, fills[abi].jump, name);
}

void gen_write_program(struct text *text, enum abi abi, const char *name, const struct program *program,
                       bool by_labels)
{
    if (program->entry != NULL)
        write_entry(text, abi, name, program->entry);
    write_section(text, name, sections[program->section].parts);
    if (program->behind != 0) {
        write_zeros(text, program->behind);
        gen_text_char(text, '\n');
    }
    gen_text_format(text, "\t.type %s, %%function\n%s:\n\t.cfi_startproc%s\n", name, name,
                    program->simple ? " simple" : "");
    for (unsigned i = 0; i < program->step_count; i++) {
        const struct step *const step = &program->steps[i];
        if (by_labels && gen_is_code(step->kind)) {
            gen_write_step_label(text, name, i);
            gen_text_string(text, ":\n");
        }
        if (gen_is_code(step->kind) || step->kind == STEP_TARGET)
            write_code(text, abi, name, program, step);
        else
            write_directive(text, name, i, step);
        gen_text_char(text, '\n');
    }
    if (by_labels) {
        gen_write_step_label(text, name, program->step_count);
        gen_text_string(text, ":\n");
    }
    gen_text_format(text, "\t.cfi_endproc\n\t.size %s, .-%s\n", name, name);
}
