/* A translation unit for an assembler: functions, each a list of steps.  A step is bytes of code, or one CFI
 * directive.  From a unit come its assembly text (assembly.h) and what is true at each byte (machine.h). */
#ifndef GENERATOR_UNIT_H
#define GENERATOR_UNIT_H

#include "../format.h"

#include <stddef.h>

enum step_kind {
    STEP_CODE, /* offset: how many bytes */
    STEP_DEF_CFA,
    STEP_DEF_CFA_REGISTER,
    STEP_DEF_CFA_OFFSET,
    STEP_ADJUST_CFA_OFFSET,
    STEP_OFFSET,
    STEP_REL_OFFSET,
    STEP_VAL_OFFSET,
    STEP_REGISTER,
    STEP_RESTORE,
    STEP_UNDEFINED,
    STEP_SAME_VALUE,
    STEP_REMEMBER_STATE,
    STEP_RESTORE_STATE,
    STEP_SIGNAL_FRAME,
    STEP_RETURN_COLUMN,
    STEP_WINDOW_SAVE,
    STEP_NEGATE_RA_STATE,
    STEP_B_KEY_FRAME,
    STEP_MTE_TAGGED_FRAME,
    STEP_LABEL,
    /* .cfi_escape, by what its bytes say */
    STEP_ESCAPE_NOP,
    STEP_ESCAPE_ARGS_SIZE,
    STEP_ESCAPE_CFA_AT,     /* the CFA is what lies at a register plus an offset */
    STEP_ESCAPE_SAVED_AT,   /* a register is saved at another one plus an offset */
    STEP_ESCAPE_VALUE,      /* a register's value is another one plus an offset */
    STEP_ESCAPE_EXPRESSION, /* a register is saved where only an expression can say */
    STEP_KINDS
};

/* Registers by their DWARF numbers. */
struct step {
    enum step_kind kind;
    uint8_t reg, other;
    int64_t offset;
};

enum { MAX_STEPS = 64, FUNCTION_NAME = 16 };

struct program {
    const char *about; /* for people: what sets it apart; unique in its family and ABI */
    bool simple;       /* .cfi_startproc simple: nothing holds at the start */
    unsigned step_count;
    struct step steps[MAX_STEPS];
};

/* What CFI may name: DWARF numbers below this. */
enum { REGISTERS = 96 };

/* Steps that do not fit are a fault of the family: the count tells, and the emitter stops. */
static inline void gen_add_step(struct program *program, struct step step)
{
    if (program->step_count < MAX_STEPS)
        program->steps[program->step_count] = step;
    program->step_count++;
}

static inline void gen_add_code(struct program *program, int64_t bytes)
{
    gen_add_step(program, (struct step){.kind = STEP_CODE, .offset = bytes});
}

#endif
