#include "directives.h"

#include "emit/sets.h"

/* Operands that an ABI fills in. */
enum operand { NONE, SP, FP, RA, OTHER, SPARE, VECTOR };
enum amount { ZERO, ENTRY, PUSHED, UNIT, SLOT_1, SLOT_2, SLOT_3, ARGS };

struct directive_row {
    const char *name;
    unsigned abis;
    enum step_kind kind;
    enum operand reg, other;
    enum amount offset;
};

static const struct directive_row first_rows[] = {
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

static const struct directive_row later_rows[] = {
    {"negate-ra-state-with-pc", ARMS, STEP_NEGATE_RA_STATE_WITH_PC, NONE, NONE, ZERO},
    {"val-encoded-addr-fp", ANY_ABI, STEP_VAL_ENCODED_ADDR, FP, NONE, ZERO},
    {"val-encoded-addr-ra", ANY_ABI, STEP_VAL_ENCODED_ADDR, RA, NONE, ZERO},
    {"personality", ANY_ABI, STEP_PERSONALITY, NONE, NONE, ZERO},
    {"lsda", ANY_ABI, STEP_LSDA, NONE, NONE, ZERO},
    {"return-column-fp", ANY_ABI, STEP_RETURN_COLUMN, FP, NONE, ZERO},
    {"offset-vector", ANY_ABI, STEP_OFFSET, VECTOR, NONE, SLOT_3},
    {"register-fp-vector", ANY_ABI, STEP_REGISTER, FP, VECTOR, ZERO},
    {"escape-cfa-complex", ANY_ABI, STEP_ESCAPE_CFA_COMPLEX, FP, SPARE, UNIT},
};

/* The same operations as of directives above, as .cfi_escape with their bytes. */
static const struct directive_row escaped_rows[] = {
    {"escaped-def-cfa-fp", ANY_ABI, STEP_DEF_CFA, FP, NONE, PUSHED},
    {"escaped-def-cfa-offset", ANY_ABI, STEP_DEF_CFA_OFFSET, NONE, NONE, PUSHED},
    {"escaped-register-fp", ANY_ABI, STEP_REGISTER, FP, SPARE, ZERO},
    {"escaped-restore-fp", ANY_ABI, STEP_RESTORE, FP, NONE, ZERO},
    {"escaped-undefined-ra", ANY_ABI, STEP_UNDEFINED, RA, NONE, ZERO},
    {"escaped-remember-state", ANY_ABI, STEP_REMEMBER_STATE, NONE, NONE, ZERO},
    {"escaped-restore-state", ANY_ABI, STEP_RESTORE_STATE, NONE, NONE, ZERO},
    {"escaped-negate-ra-state", ARMS, STEP_NEGATE_RA_STATE, NONE, NONE, ZERO},
};

/* A register that holds a pointer for the whole function, and one for a while. */
static const uint8_t others[ABIS] = {
    [ABI_AMD64] = 10, [ABI_AARCH64] = 19, [ABI_AARCH64_BE] = 19, [ABI_S390X] = 9};
static const uint8_t spares[ABIS] = {
    [ABI_AMD64] = 12, [ABI_AARCH64] = 20, [ABI_AARCH64_BE] = 20, [ABI_S390X] = 4};

/* One that holds a number with a fraction, and is kept by functions if any is: xmm0, d8, f8. */
static const uint8_t vectors[ABIS] = {
    [ABI_AMD64] = 17, [ABI_AARCH64] = 72, [ABI_AARCH64_BE] = 72, [ABI_S390X] = 24};

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
                                 [SPARE] = spares[abi],
                                 [VECTOR] = vectors[abi]};
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

static struct directive directive_of(enum abi abi, const struct directive_row *row, bool escaped)
{
    return (struct directive){row->name,
                              {.kind = row->kind,
                               .reg = register_of(abi, row->reg),
                               .other = register_of(abi, row->other),
                               .escaped = escaped,
                               .offset = offset_of(abi, row->offset)}};
}

unsigned gen_list_directives(enum abi abi, struct directive directives[MAX_DIRECTIVES])
{
    const struct {
        const struct directive_row *rows;
        size_t count;
    } tables[] = {{first_rows, COUNT(first_rows)},
                  {later_rows, COUNT(later_rows)},
                  {escaped_rows, COUNT(escaped_rows)}};
    unsigned count = 0;
    for (size_t i = 0; i < COUNT(tables); i++)
        for (size_t k = 0; k < tables[i].count; k++)
            if (is_in(tables[i].rows[k].abis, abi))
                directives[count++] = directive_of(abi, &tables[i].rows[k], tables[i].rows == escaped_rows);
    return count;
}

unsigned gen_first_directives(enum abi abi)
{
    unsigned count = 0;
    for (size_t i = 0; i < COUNT(first_rows); i++)
        count += is_in(first_rows[i].abis, abi);
    return count;
}
