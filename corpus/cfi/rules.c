#include "rules.h"

#include "cfi.h"

#include <dwarf.h>
#include <stdlib.h>

enum { MOST_REGISTERS = 1024 }; /* no machine has as many: such instructions are damaged */

enum effect {
    UNKNOWN,
    NOTHING,
    ADVANCE,
    SET_LOC,
    CFA,
    CFA_REGISTER,
    CFA_OFFSET,
    CFA_EXPRESSION,
    OFFSET,
    VALUE_OFFSET,
    IN_REGISTER,
    EXPRESSION,
    VALUE_EXPRESSION,
    UNDEFINED,
    SAME,
    RESTORE,
    REMEMBER,
    RESTORE_STATE,
    SIGN,
};

/* Operands: r a register; u a ULEB128; o a ULEB128 and s an SLEB128, times the data alignment factor; n like
 * o, negated; b a block; 1 2 4 8 a number of so many bytes; a an address in the CIE's encoding. */
static const struct form {
    const char *operands;
    uint8_t effect;
} forms[64] = {
    [DW_CFA_nop] = {"", NOTHING},
    [DW_CFA_set_loc] = {"a", SET_LOC},
    [DW_CFA_advance_loc1] = {"1", ADVANCE},
    [DW_CFA_advance_loc2] = {"2", ADVANCE},
    [DW_CFA_advance_loc4] = {"4", ADVANCE},
    [DW_CFA_offset_extended] = {"ro", OFFSET},
    [DW_CFA_restore_extended] = {"r", RESTORE},
    [DW_CFA_undefined] = {"r", UNDEFINED},
    [DW_CFA_same_value] = {"r", SAME},
    [DW_CFA_register] = {"ru", IN_REGISTER},
    [DW_CFA_remember_state] = {"", REMEMBER},
    [DW_CFA_restore_state] = {"", RESTORE_STATE},
    [DW_CFA_def_cfa] = {"ru", CFA},
    [DW_CFA_def_cfa_register] = {"r", CFA_REGISTER},
    [DW_CFA_def_cfa_offset] = {"u", CFA_OFFSET},
    [DW_CFA_def_cfa_expression] = {"b", CFA_EXPRESSION},
    [DW_CFA_expression] = {"rb", EXPRESSION},
    [DW_CFA_offset_extended_sf] = {"rs", OFFSET},
    [DW_CFA_def_cfa_sf] = {"rs", CFA},
    [DW_CFA_def_cfa_offset_sf] = {"s", CFA_OFFSET},
    [DW_CFA_val_offset] = {"ro", VALUE_OFFSET},
    [DW_CFA_val_offset_sf] = {"rs", VALUE_OFFSET},
    [DW_CFA_val_expression] = {"rb", VALUE_EXPRESSION},
    [DW_CFA_MIPS_advance_loc8] = {"8", ADVANCE},
    [DW_CFA_AARCH64_negate_ra_state] = {"", SIGN},
    [DW_CFA_GNU_args_size] = {"u", NOTHING},
    [DW_CFA_GNU_negative_offset_extended] = {"rn", OFFSET},
};

/* One instruction, read and not run. */
struct instruction {
    uint8_t effect;
    uint64_t regnum, value;
    struct bytes block;
};

static uint64_t take_value(const struct run *run, char operand, struct bytes *bytes)
{
    switch (operand) {
    case 'u':
        return bytes_take_leb(bytes, false);
    case 'a':
        return cfi_frame_address(run->section, run->cie->encoding, bytes);
    case 'o':
    case 's':
        return bytes_take_leb(bytes, operand == 's') * (uint64_t)run->cie->cie.data_alignment_factor;
    case 'n':
        return (0 - bytes_take_leb(bytes, false)) * (uint64_t)run->cie->cie.data_alignment_factor;
    default:
        return bytes_take(bytes, (unsigned)(operand - '0'));
    }
}

static struct instruction take_instruction(const struct run *run, struct bytes *bytes)
{
    static const struct form short_forms[] = {{"", ADVANCE}, {"o", OFFSET}, {"", RESTORE}};
    const uint8_t byte = (uint8_t)bytes_take(bytes, 1), low = byte & 0x3f;
    const struct form *const form = byte >> 6 != 0 ? &short_forms[(byte >> 6) - 1] : &forms[low];
    struct instruction instruction = {.effect = form->effect, .regnum = low, .value = low};
    for (const char *operand = form->operands; operand != NULL && *operand != '\0'; operand++) {
        if (*operand == 'r')
            instruction.regnum = bytes_take_leb(bytes, false);
        else if (*operand == 'b')
            instruction.block = bytes_part(bytes, bytes_take_leb(bytes, false));
        else
            instruction.value = take_value(run, *operand, bytes);
    }
    return instruction;
}

/* --- Rules --------------------------------------------------------------------------------------------- */

static struct rule at(struct place place)
{
    return (struct rule){.place = place};
}

static struct rule by(const struct instruction *instruction, enum expression what)
{
    return (struct rule){.place = place_kind(PLACE_COMPLEX), .expression = instruction->block, .what = what};
}

/* A register plus an offset.  On AMD64 RA's column is no register, so a rule by that is PLACE_COMPLEX. */
static struct rule from(const struct run *run, uint64_t regnum, uint64_t offset)
{
    const struct sfr_abi_facts *const abi = facts_of(run->machine);
    const bool none = regnum >= MOST_REGISTERS || (abi->fixed_ra != 0 && regnum == abi->ra);
    return at(none ? place_kind(PLACE_COMPLEX) : place_at((uint16_t)regnum, (int64_t)offset, false));
}

struct rules cfi_rules_none(void)
{
    struct rules rules = {.signing = false};
    for (size_t i = 0; i < RULE_COUNT; i++)
        rules.of[i] = at(place_kind(i == RULE_CFA ? PLACE_COMPLEX : PLACE_UNSTATED));
    return rules;
}

static void change_cfa(struct run *run, const struct instruction *instruction)
{
    struct rule *const cfa = &run->now.of[RULE_CFA];
    const bool plain = cfa->expression.at == cfa->expression.end && cfa->place.kind == PLACE_AT;
    if (instruction->effect == CFA)
        *cfa = from(run, instruction->regnum, instruction->value);
    else if (instruction->effect == CFA_EXPRESSION)
        *cfa = by(instruction, EXPRESSION_CFA);
    else if (!plain)
        *cfa = at(place_kind(PLACE_COMPLEX));
    else if (instruction->effect == CFA_REGISTER)
        *cfa = from(run, instruction->regnum, (uint64_t)cfa->place.offset);
    else
        cfa->place.offset = (int64_t)instruction->value;
}

static struct rule rule_of(const struct run *run, const struct instruction *instruction, size_t number)
{
    switch (instruction->effect) {
    case OFFSET:
    case VALUE_OFFSET:
        return at(place_at(BASE_CFA, (int64_t)instruction->value, instruction->effect == OFFSET));
    case IN_REGISTER:
        return from(run, instruction->value, 0);
    case EXPRESSION:
        return by(instruction, EXPRESSION_LOCATION);
    case VALUE_EXPRESSION:
        return by(instruction, EXPRESSION_VALUE);
    case RESTORE:
        return run->initial->of[number];
    default:
        return at(place_kind(instruction->effect == UNDEFINED ? PLACE_UNDEFINED : PLACE_SAME));
    }
}

/* Applies an instruction to those of RA, FP and SP that are its register; RA's column may be FP's or SP's. */
static void change_register(struct run *run, const struct instruction *instruction)
{
    if (instruction->regnum >= MOST_REGISTERS || (instruction->effect == RESTORE && run->initial == NULL)) {
        bytes_fail(&run->instructions);
        return;
    }
    for (size_t i = RULE_CFA + 1; i < RULE_COUNT; i++)
        if (run->registers[i] == instruction->regnum)
            run->now.of[i] = rule_of(run, instruction, i);
}

static void remember(struct run *run)
{
    struct rules *const grown =
        cfi_grow(run->input, run->remembered, run->depth, &run->room, sizeof *run->remembered);
    if (grown == NULL) {
        run->unpaid = true;
        bytes_fail(&run->instructions);
        return;
    }
    run->remembered = grown;
    run->remembered[run->depth++] = run->now;
}

void cfi_run_end(struct run *run)
{
    tool_input_give_back(run->input, RESOURCE_MEMORY, run->depth * sizeof *run->remembered);
    run->depth = 0;
}

static void run_one(struct run *run, const struct instruction *instruction)
{
    switch (instruction->effect) {
    case UNKNOWN:
        bytes_fail(&run->instructions);
        return;
    case NOTHING:
        return;
    case ADVANCE:
        run->location += instruction->value * run->cie->cie.code_alignment_factor;
        return;
    case SET_LOC:
        run->location = instruction->value;
        return;
    case REMEMBER:
        remember(run);
        return;
    case RESTORE_STATE:
        if (run->depth == 0) {
            bytes_fail(&run->instructions);
            return;
        }
        run->now = run->remembered[--run->depth];
        tool_input_give_back(run->input, RESOURCE_MEMORY, sizeof *run->remembered);
        return;
    case SIGN:
        run->now.signing = !run->now.signing;
        return;
    default:
        if (instruction->effect <= CFA_EXPRESSION)
            change_cfa(run, instruction);
        else
            change_register(run, instruction);
    }
}

bool cfi_run_on(struct run *run)
{
    const uint64_t from_here = run->location;
    struct bytes *const instructions = &run->instructions;
    while (run->location == from_here && instructions->at < instructions->end) {
        const struct instruction instruction = take_instruction(run, instructions);
        if (!instructions->failed)
            run_one(run, &instruction);
    }
    return !instructions->failed && run->location != from_here;
}
