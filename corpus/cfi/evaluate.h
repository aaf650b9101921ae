/* DWARF expressions of CFI, as far as they are a register plus an offset, or what lies there. */
#ifndef CORPUS_CFI_EVALUATE_H
#define CORPUS_CFI_EVALUATE_H

#include "recovery.h"

#include <elfutils/libdw.h>

struct evaluation {
    uint16_t pc_register; /* the register that holds PC, so that its value is known */
    uint64_t pc;
    bool used_pc; /* set if the result holds at this PC only */
};

/* What the operations leave: for a location, where a register was saved or its value; for the CFA, the
 * value.  PLACE_COMPLEX if it is more than that. */
struct place cfi_evaluate(struct evaluation *evaluation, const Dwarf_Op *operations, size_t count,
                          bool location);

#endif
