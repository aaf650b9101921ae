/* An abstract machine.  Its values are a known number, a register plus a known number, or the word in memory
 * at such a sum. */
#include "evaluate.h"

#include <dwarf.h>

enum { DEPTH = 16, NUMBER = 0xfffe }; /* NUMBER: the base of a value that is known */

struct stack {
    struct place values[DEPTH];
    size_t depth;
    bool failed, is_value;
};

static void push(struct stack *stack, uint16_t base, uint64_t offset)
{
    if (stack->depth == DEPTH)
        stack->failed = true;
    else
        stack->values[stack->depth++] = place_at(base, (int64_t)offset, false);
}

static struct place pop(struct stack *stack)
{
    if (stack->depth != 0)
        return stack->values[--stack->depth];
    stack->failed = true;
    return place_at(NUMBER, 0, false);
}

static uint64_t number(struct stack *stack, const struct place *value)
{
    if (value->base != NUMBER || value->deref)
        stack->failed = true;
    return (uint64_t)value->offset;
}

/* Pushes LEFT plus or minus RIGHT.  One operand must be a known number (RIGHT, if it is subtracted), and that
 * must be 0 if the other one was read from memory. */
static void add(struct stack *stack, struct place left, struct place right, bool subtract)
{
    if (left.base == NUMBER && !subtract) {
        const struct place swapped = left;
        left = right;
        right = swapped;
    }
    const uint64_t amount = number(stack, &right);
    if (left.deref && amount != 0)
        stack->failed = true;
    left.offset = (int64_t)((uint64_t)left.offset + (subtract ? 0 - amount : amount));
    if (stack->depth < DEPTH)
        stack->values[stack->depth++] = left;
}

static uint64_t compute(uint8_t operation, uint64_t left, uint64_t right, bool *known)
{
    switch (operation) {
    case DW_OP_and:
        return left & right;
    case DW_OP_or:
        return left | right;
    case DW_OP_xor:
        return left ^ right;
    case DW_OP_mul:
        return left * right;
    case DW_OP_shl:
        return right < 64 ? left << right : 0;
    case DW_OP_shr:
        return right < 64 ? left >> right : 0;
    case DW_OP_eq:
        return left == right;
    case DW_OP_ne:
        return left != right;
    case DW_OP_ge:
        return (int64_t)left >= (int64_t)right;
    case DW_OP_gt:
        return (int64_t)left > (int64_t)right;
    case DW_OP_le:
        return (int64_t)left <= (int64_t)right;
    case DW_OP_lt:
        return (int64_t)left < (int64_t)right;
    default:
        *known = false;
        return 0;
    }
}

static void two_operands(struct stack *stack, uint8_t operation)
{
    const struct place right = pop(stack), left = pop(stack);
    bool known = true;
    if (operation == DW_OP_plus || operation == DW_OP_minus) {
        add(stack, left, right, operation == DW_OP_minus);
        return;
    }
    push(stack, NUMBER, compute(operation, number(stack, &left), number(stack, &right), &known));
    stack->failed = stack->failed || !known;
}

static void read_memory(struct stack *stack)
{
    struct place value = pop(stack);
    stack->failed = stack->failed || value.deref || value.base == NUMBER || stack->depth == DEPTH;
    value.deref = true;
    if (!stack->failed)
        stack->values[stack->depth++] = value;
}

static void push_register(struct evaluation *evaluation, struct stack *stack, uint64_t regnum,
                          uint64_t offset)
{
    if (regnum == evaluation->pc_register) {
        evaluation->used_pc = true;
        push(stack, NUMBER, evaluation->pc + offset);
    } else {
        stack->failed = stack->failed || regnum >= NUMBER;
        push(stack, (uint16_t)regnum, offset);
    }
}

static void other(struct evaluation *evaluation, struct stack *stack, uint8_t operation,
                  struct bytes *operands)
{
    uint64_t regnum;
    switch (operation) {
    case DW_OP_call_frame_cfa:
        push(stack, BASE_CFA, 0);
        return;
    case DW_OP_plus_uconst:
        add(stack, pop(stack), place_at(NUMBER, (int64_t)bytes_take_leb(operands, false), false), false);
        return;
    case DW_OP_deref:
        read_memory(stack);
        return;
    case DW_OP_stack_value:
        stack->is_value = true;
        return;
    case DW_OP_bregx:
        regnum = bytes_take_leb(operands, false);
        push_register(evaluation, stack, regnum, bytes_take_leb(operands, true));
        return;
    case DW_OP_regx:
        stack->is_value = true;
        push_register(evaluation, stack, bytes_take_leb(operands, false), 0);
        return;
    case DW_OP_nop:
        return;
    default:
        two_operands(stack, operation);
    }
}

/* Takes the operand of DW_OP_const1u to DW_OP_consts. */
static uint64_t constant(uint8_t operation, struct bytes *operands)
{
    if (operation >= DW_OP_constu)
        return bytes_take_leb(operands, operation == DW_OP_consts);
    static const uint8_t widths[] = {1, 2, 4, 8};
    const unsigned form = operation & 7U; /* they begin at 8 */
    return bytes_take_number(operands, widths[form / 2], form % 2 != 0);
}

static void step(struct evaluation *evaluation, struct stack *stack, struct bytes *operations)
{
    const uint8_t atom = (uint8_t)bytes_take(operations, 1);
    if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31) {
        push(stack, NUMBER, atom - DW_OP_lit0);
    } else if (atom >= DW_OP_const1u && atom <= DW_OP_consts) {
        push(stack, NUMBER, constant(atom, operations));
    } else if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31) {
        push_register(evaluation, stack, atom - DW_OP_breg0, bytes_take_leb(operations, true));
    } else if (atom >= DW_OP_reg0 && atom <= DW_OP_reg31) {
        stack->is_value = true;
        push_register(evaluation, stack, atom - DW_OP_reg0, 0);
    } else {
        other(evaluation, stack, atom, operations);
    }
}

struct place cfi_evaluate(struct evaluation *evaluation, struct bytes operations, enum expression what)
{
    struct stack stack; /* its values are not cleared, as each row asks four times */
    stack.depth = 0;
    stack.is_value = what != EXPRESSION_LOCATION;
    stack.failed = false;
    if (what != EXPRESSION_CFA)
        push(&stack, BASE_CFA, 0);
    while (operations.at < operations.end && !stack.failed)
        step(evaluation, &stack, &operations);
    if (!stack.failed && !stack.is_value)
        read_memory(&stack);
    const struct place result = pop(&stack);
    return stack.failed || operations.failed || result.base == NUMBER ? place_kind(PLACE_COMPLEX) : result;
}
