/* The instructions of CIEs and FDEs: what they say of the CFA and of the few registers that SFrame knows. */
#pragma once

#include "entries.h"
#include "evaluate.h"
#include "tool/input.h"

/* An expression if that has bytes, else a place.  PLACE_UNSTATED: there is no rule. */
struct rule {
    struct place place;
    struct bytes expression;
    enum expression what;
};

enum { RULE_CFA, RULE_RA, RULE_FP, RULE_SP, RULE_COUNT };

/* What holds from one PC on. */
struct rules {
    struct rule of[RULE_COUNT];
    bool signing; /* RA is signed */
};

/* The state of instructions that are being run. */
struct run {
    const struct machine *machine;
    const struct frame_section *section;
    const struct frame_cie *cie;
    struct input *input; /* its budget pays */
    struct bytes instructions;
    uint64_t location;
    uint64_t registers[RULE_COUNT]; /* the register number of each rule */
    struct rules now;
    const struct rules *initial; /* the CIE's, for DW_CFA_restore; NULL: the CIE itself is being run */
    struct rules *remembered;
    size_t depth, room;
    bool unpaid; /* the budget is used up, which is reported */
};

/* The rules before any instruction. */
struct rules cfi_rules_none(void);

/* Runs instructions until the location changes.  False: there are no more, or one cannot be run: then
 * run->instructions.failed is set. */
bool cfi_run_on(struct run *run);

/* Forgets the remembered states. */
void cfi_run_end(struct run *run);
