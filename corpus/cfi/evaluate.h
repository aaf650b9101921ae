/* DWARF expressions of CFI, as far as they are a register plus an offset, or the word in memory at that. */
#pragma once

#include "bytes.h"
#include "recovery.h"

struct evaluation {
    uint16_t pc_register; /* the register that holds PC, so that its value is known */
    uint64_t pc;
    bool used_pc; /* set if the result holds at this PC only */
};

/* What an expression computes: the CFA; or, with the CFA on its stack, a register's value or where that is
 * saved. */
enum expression { EXPRESSION_CFA, EXPRESSION_VALUE, EXPRESSION_LOCATION };

/* The place that the expression OPERATIONS means; PLACE_COMPLEX if it is not of that form. */
struct place cfi_evaluate(struct evaluation *evaluation, struct bytes operations, enum expression what);
