#include "directives.h"

#include "../sets.h"

/* Operands that an ABI fills in. */
enum operand { NONE, SP, FP, RA, OTHER, SPARE };
enum amount { ZERO, ENTRY, PUSHED, UNIT, SLOT_1, SLOT_2, SLOT_3, ARGS };

static const struct {
    const char *name;
    unsigned abis;
    enum step_kind kind;
    enum operand reg, other;
    enum amount offset;
} rows[] = {
    {"def-cfa-sp", ANY_ABI, STEP_DEF_CFA, SP, NONE, PUSHED},
    {"def-cfa-fp", ANY_ABI, STEP_DEF_CFA, FP, NONE, PUSHED},
    {"def-cfa-other", ANY_ABI, STEP_DEF_CFA, OTHER, NONE, PUSHED},
    {"def-cfa-register-sp", ANY_ABI, STEP_DEF_CFA_REGISTER, SP, NONE, ZERO},
    {"def-cfa-register-fp", ANY_ABI, STEP_DEF_CFA_REGISTER, FP, NONE, ZERO},
    {"def-cfa-register-other", ANY_ABI, STEP_DEF_CFA_REGISTER, OTHER, NONE, ZERO},
    {"def-cfa-offset", ANY_ABI, STEP_DEF_CFA_OFFSET, NONE, NONE, PUSHED},
    {"adjust-cfa-offset", ANY_ABI, STEP_ADJUST_CFA_OFFSET, NONE, NONE, UNIT},
    {"offset-fp", ANY_ABI, STEP_OFFSET, FP, NONE, SLOT_2},
    {"offset-ra", ANY_ABI, STEP_OFFSET, RA, NONE, SLOT_1},
    {"offset-ra-elsewhere", ANY_ABI, STEP_OFFSET, RA, NONE, SLOT_3},
    {"offset-other", ANY_ABI, STEP_OFFSET, OTHER, NONE, SLOT_3},
    {"rel-offset-fp", ANY_ABI, STEP_REL_OFFSET, FP, NONE, ZERO},
    {"rel-offset-ra", ANY_ABI, STEP_REL_OFFSET, RA, NONE, UNIT},
    {"val-offset-fp", ANY_ABI, STEP_VAL_OFFSET, FP, NONE, SLOT_2},
    {"val-offset-sp", ANY_ABI, STEP_VAL_OFFSET, SP, NONE, ZERO},
    {"val-offset-ra", ANY_ABI, STEP_VAL_OFFSET, RA, NONE, SLOT_2},
    {"register-fp", ANY_ABI, STEP_REGISTER, FP, SPARE, ZERO},
    {"register-ra", ANY_ABI, STEP_REGISTER, RA, SPARE, ZERO},
    {"register-other", ANY_ABI, STEP_REGISTER, OTHER, SPARE, ZERO},
    {"restore-fp", ANY_ABI, STEP_RESTORE, FP, NONE, ZERO},
    {"restore-ra", ANY_ABI, STEP_RESTORE, RA, NONE, ZERO},
    {"restore-other", ANY_ABI, STEP_RESTORE, OTHER, NONE, ZERO},
    {"undefined-fp", ANY_ABI, STEP_UNDEFINED, FP, NONE, ZERO},
    {"undefined-ra", ANY_ABI, STEP_UNDEFINED, RA, NONE, ZERO},
    {"undefined-other", ANY_ABI, STEP_UNDEFINED, OTHER, NONE, ZERO},
    {"same-value-fp", ANY_ABI, STEP_SAME_VALUE, FP, NONE, ZERO},
    {"same-value-ra", ANY_ABI, STEP_SAME_VALUE, RA, NONE, ZERO},
    {"same-value-other", ANY_ABI, STEP_SAME_VALUE, OTHER, NONE, ZERO},
    {"remember-state", ANY_ABI, STEP_REMEMBER_STATE, NONE, NONE, ZERO},
    {"restore-state", ANY_ABI, STEP_RESTORE_STATE, NONE, NONE, ZERO},
    {"signal-frame", ANY_ABI, STEP_SIGNAL_FRAME, NONE, NONE, ZERO},
    {"return-column-ra", ANY_ABI, STEP_RETURN_COLUMN, RA, NONE, ZERO},
    {"return-column-other", ANY_ABI, STEP_RETURN_COLUMN, OTHER, NONE, ZERO},
    {"window-save", ARMS, STEP_WINDOW_SAVE, NONE, NONE, ZERO},
    {"negate-ra-state", ARMS, STEP_NEGATE_RA_STATE, NONE, NONE, ZERO},
    {"b-key-frame", ARMS, STEP_B_KEY_FRAME, NONE, NONE, ZERO},
    {"mte-tagged-frame", ARMS, STEP_MTE_TAGGED_FRAME, NONE, NONE, ZERO},
    {"label", ANY_ABI, STEP_LABEL, NONE, NONE, ZERO},
    {"escape-nop", ANY_ABI, STEP_ESCAPE_NOP, NONE, NONE, ZERO},
    {"escape-args-size", ANY_ABI, STEP_ESCAPE_ARGS_SIZE, NONE, NONE, ARGS},
    {"escape-cfa-at-fp", ANY_ABI, STEP_ESCAPE_CFA_AT, FP, NONE, SLOT_1},
    {"escape-fp-saved-at-fp", ANY_ABI, STEP_ESCAPE_SAVED_AT, FP, FP, ZERO},
    {"escape-ra-saved-at-fp", ANY_ABI, STEP_ESCAPE_SAVED_AT, RA, FP, UNIT},
    {"escape-fp-value", ANY_ABI, STEP_ESCAPE_VALUE, FP, SPARE, SLOT_1},
    {"escape-fp-expression", ANY_ABI, STEP_ESCAPE_EXPRESSION, FP, SPARE, SLOT_1},
};

/* A register that holds a pointer for the whole function, and one for a while. */
static const uint8_t others[ABIS] = {[ABI_AMD64] = 10, [ABI_AARCH64] = 19, [ABI_AARCH64_BE] = 19, [ABI_S390X] = 9};
static const uint8_t spares[ABIS] = {[ABI_AMD64] = 12, [ABI_AARCH64] = 20, [ABI_AARCH64_BE] = 20, [ABI_S390X] = 4};

uint8_t gen_other_register(enum abi abi)
{
    return others[abi];
}

int64_t gen_code_piece(enum abi abi)
{
    return gen_abi_facts[abi].code_unit;
}

static uint8_t register_of(enum abi abi, enum operand operand)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const uint8_t registers[] = {[NONE] = 0,
                                 [SP] = (uint8_t)facts->sp,
                                 [FP] = (uint8_t)facts->fp,
                                 [RA] = (uint8_t)facts->ra,
                                 [OTHER] = others[abi],
                                 [SPARE] = spares[abi]};
    return registers[operand];
}

static int64_t offset_of(enum abi abi, enum amount amount)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const int64_t word = 8, offsets[] = {[ZERO] = 0,
                                         [ENTRY] = facts->cfa_at_entry,
                                         [PUSHED] = facts->cfa_at_entry + 2 * word,
                                         [UNIT] = word,
                                         [SLOT_1] = -word,
                                         [SLOT_2] = -2 * word,
                                         [SLOT_3] = -3 * word,
                                         [ARGS] = 2 * word};
    return offsets[amount];
}

unsigned gen_list_directives(enum abi abi, struct directive directives[MAX_DIRECTIVES])
{
    unsigned count = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((rows[i].abis & 1U << abi) != 0)
            directives[count++] = (struct directive){rows[i].name,
                                                     {.kind = rows[i].kind,
                                                      .reg = register_of(abi, rows[i].reg),
                                                      .other = register_of(abi, rows[i].other),
                                                      .offset = offset_of(abi, rows[i].offset)}};
    return count;
}
