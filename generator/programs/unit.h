/* A translation unit for an assembler: functions, each a list of steps.  A step is bytes of code, or one CFI
 * directive.  From a unit come its assembly text (assembly.h) and what is true at each byte (machine.h). */
#pragma once

#include "model/format.h"

#include <stddef.h>

enum step_kind {
    STEP_CODE, /* offset: how many bytes; an instruction, if there is a text */
    /* Code whose size the assembler chooses: what stands behind it is found by labels. */
    STEP_JUMP,   /* reg: to the target of this number; an instruction */
    STEP_ALIGN,  /* offset: to its next multiple */
    STEP_LEB,    /* reg, other: data, the distance of two targets, in as few bytes as hold it */
    STEP_TARGET, /* reg: its number; no code */
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
    STEP_NEGATE_RA_STATE_WITH_PC,
    STEP_VAL_ENCODED_ADDR,
    STEP_PERSONALITY,
    STEP_LSDA,
    /* .cfi_escape, by what its bytes say */
    STEP_ESCAPE_NOP,
    STEP_ESCAPE_ARGS_SIZE,
    STEP_ESCAPE_CFA_AT,      /* the CFA is what lies at a register plus an offset */
    STEP_ESCAPE_SAVED_AT,    /* a register is saved at another one plus an offset */
    STEP_ESCAPE_VALUE,       /* a register's value is another one plus an offset */
    STEP_ESCAPE_EXPRESSION,  /* a register is saved where only an expression can say */
    STEP_ESCAPE_CFA_COMPLEX, /* the CFA is what only an expression can say */
    STEP_KINDS
};

/* Registers by their DWARF numbers. */
struct step {
    enum step_kind kind;
    uint8_t reg, other;
    bool escaped; /* written as .cfi_escape with the bytes of the directive's operation */
    int64_t offset;
    const char *text; /* of an instruction; NULL: code is filled */
};

/* Where the text of a function goes. */
enum text_section {
    IN_TEXT_AS_IT_IS, /* no directive: the section of the function before */
    IN_TEXT,
    IN_UNLIKELY,
    IN_HOT,
    IN_ONE_OF_ITS_OWN,
    IN_SUBSECTION,
    IN_LATER_SUBSECTION,
    IN_COMDAT,
    IN_LINKONCE,
    IN_EXCLUDED, /* no linker keeps it */
    IN_RETAINED,
    IN_INIT,
    IN_NOBITS, /* one of its own, without bytes, so that code can be as large as one likes */
    TEXT_SECTIONS
};

enum { MAX_STEPS = 2080, FUNCTION_NAME = 16 };

struct program {
    const char *about; /* for people: what sets it apart; unique in its family and ABI */
    enum text_section section;
    int64_t behind;    /* so many bytes of no function stand before it */
    bool simple;       /* .cfi_startproc simple: nothing holds at the start */
    bool meaningless;  /* a directive may lack a meaning: then nothing is known from there on; else the
                          program is passed over */
    bool equal;        /* what is true of it equals what is true of the last program without this mark */
    const char *entry; /* code in .text that makes the frame and then jumps to the function; NULL: none */
    unsigned step_count;
    struct step steps[MAX_STEPS];
};

/* What CFI may name: DWARF numbers below this. */
enum { REGISTERS = 96 };

/* Steps that do not fit are a fault of the family: the count shows it, and the emitter stops. */
static inline void gen_add_step(struct program *program, struct step step)
{
    if (program->step_count < MAX_STEPS)
        program->steps[program->step_count] = step;
    program->step_count++;
}

/* Whether the assembler chooses the size. */
static inline bool gen_size_is_open(enum step_kind kind)
{
    return kind == STEP_JUMP || kind == STEP_ALIGN || kind == STEP_LEB;
}

static inline bool gen_is_code(enum step_kind kind)
{
    return kind == STEP_CODE || gen_size_is_open(kind);
}

/* Bytes of the smallest piece of code. */
static inline int64_t gen_code_piece(enum abi abi)
{
    return gen_abi_facts[abi].code_unit;
}

static inline void gen_add_code(struct program *program, int64_t bytes)
{
    gen_add_step(program, (struct step){.kind = STEP_CODE, .offset = bytes});
}
