/* Reads .cfi_escape: the bytes of call frame instructions, DWARF 5 6.4.2, of which it knows some operations.
 */
#include "assembler.h"
#include "bug.h"

enum {
    OP_NOP = 0x00,
    OP_DEF_CFA_EXPRESSION = 0x0f,
    OP_EXPRESSION = 0x10,
    OP_VAL_EXPRESSION = 0x16,
    OP_ARGS_SIZE = 0x2e,
    OP_DEREF = 0x06,
    OP_BREG0 = 0x70,
    OP_BREG31 = 0x8f
};

struct reader {
    const uint8_t *at;
    size_t left;
    bool short_of; /* bytes are missing */
};

static uint8_t read_byte(struct reader *reader)
{
    if (reader->left == 0) {
        reader->short_of = true;
        return 0;
    }
    reader->left--;
    return *reader->at++;
}

static uint64_t read_leb(struct reader *reader, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = read_byte(reader);
        value |= shift < 64 ? (uint64_t)(byte & 0x7f) << shift : 0;
        shift += 7;
    } while ((byte & 0x80) != 0 && !reader->short_of);
    if (is_signed && (byte & 0x40) != 0 && shift < 64 && !BUG(escape_operand_unsigned) &&
        !(BUG(escape_long_unsigned) && shift > 7))
        value |= ~0ULL << shift;
    return value;
}

/* Reads an expression of one register, an offset, and perhaps a load.  SFrame cannot express any other. */
static struct rule read_expression(struct reader *reader)
{
    const uint64_t length = read_leb(reader, false);
    struct reader inner = {.at = reader->at, .left = reader->left};
    if (length > reader->left) {
        reader->short_of = true;
        return rule_of(RULE_UNKNOWN);
    }
    inner.left = (size_t)length;
    reader->at += length;
    reader->left -= (size_t)length;
    const uint8_t op = read_byte(&inner);
    if (op < OP_BREG0 || op > OP_BREG31)
        return rule_of(RULE_UNKNOWN);
    struct rule rule = rule_at(op - OP_BREG0, (int64_t)read_leb(&inner, true), false);
    if (inner.left != 0 && *inner.at == OP_DEREF) {
        (void)read_byte(&inner);
        rule.deref = true;
    }
    if (BUG(escape_reads_first_operation))
        inner.left = 0;
    reader->short_of |= inner.short_of;
    return inner.left == 0 ? rule : rule_of(RULE_UNKNOWN);
}

/* The rule of a register that is saved at this address. */
static struct rule saved_at(struct rule address)
{
    if (address.kind != RULE_AT || address.deref)
        return rule_of(RULE_UNKNOWN);
    address.deref = !BUG(escape_saved_as_value);
    return address;
}

/* Reads the operands of an operation that also has a directive. */
static bool read_plain(struct reader *reader, uint8_t operation, struct step *step)
{
    const struct form_of_step *const form = step_of_operation(operation);
    if (form == NULL)
        return false;
    step->kind = form->kind;
    for (const char *operand = form->operands; *operand != '\0'; operand++) {
        const uint64_t value = read_leb(reader, false);
        if (*operand == 'o')
            step->value = (int64_t)value;
        else if (value >= REGISTERS)
            return false;
        else
            *(*operand == 'r' ? &step->reg : &step->other) = (unsigned)value;
    }
    return true;
}

static bool read_operation(struct reader *reader, struct step *step)
{
    const uint8_t operation = read_byte(reader);
    switch (operation) {
    case OP_NOP:
        return true;
    case OP_ARGS_SIZE:
        step->value = (int64_t)read_leb(reader, false);
        if (BUG(args_size_adjusts))
            step->kind = STEP_ADJUST_CFA_OFFSET;
        return true;
    case OP_DEF_CFA_EXPRESSION:
        step->kind = STEP_CFA_RULE;
        step->rule = read_expression(reader);
        return true;
    case OP_EXPRESSION:
    case OP_VAL_EXPRESSION:
        step->kind = STEP_REGISTER_RULE;
        step->reg = (unsigned)read_leb(reader, false);
        step->rule = read_expression(reader);
        if (operation == OP_EXPRESSION)
            step->rule = saved_at(step->rule);
        else if (BUG(escape_value_as_saved))
            step->rule.deref = true;
        return true;
    default:
        return read_plain(reader, operation, step);
    }
}

bool read_escape(struct unit *unit, const struct step *escape, struct step *step)
{
    struct reader reader = {.at = escape->escape, .left = escape->escape_size};
    *step = (struct step){.kind = STEP_NOTHING, .line = escape->line, .at = escape->at};
    const bool is_known = read_operation(&reader, step);
    if (is_known && reader.left == 0 && !reader.short_of)
        return true;
    refuse(unit, escape->line, "an operation of .cfi_escape that is not known here");
    return false;
}
