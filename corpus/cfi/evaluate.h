/* DWARF expressions of CFI, as far as they are a register plus an offset, or what lies there. */
#pragma once

#include "bytes.h"
#include "recovery.h"

struct evaluation {
    uint16_t pc_register; /* the register that holds PC, so that its value is known */
    uint64_t pc;
    bool used_pc; /* set if the result holds at this PC only */
};

/* What an expression leaves: the CFA; or, beginning with the CFA, a register's value or where that lies. */
enum expression { EXPRESSION_CFA, EXPRESSION_VALUE, EXPRESSION_LOCATION };

/* PLACE_COMPLEX if it is more than that. */
struct place cfi_evaluate(struct evaluation *evaluation, struct bytes operations, enum expression what);
