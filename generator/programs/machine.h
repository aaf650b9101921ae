/* What CFI directives say: the rules that hold at each byte of a function.  From the GNU assembler's manual
 * (CFI directives) and the DWARF standard (6.4, Call Frame Information). */
#pragma once

#include "unit.h"

enum rule_kind {
    RULE_UNSTATED, /* nothing was said, as of the CFA after .cfi_startproc simple */
    RULE_SAME,     /* still in its register */
    RULE_UNDEFINED,
    RULE_AT,      /* base plus offset, or (deref) what lies there */
    RULE_COMPLEX, /* some other expression */
};
enum { BASE_IS_CFA = -1 };

struct cfi_rule {
    enum rule_kind kind;
    int16_t base; /* a register, or BASE_IS_CFA */
    bool deref;
    int64_t offset;
};

/* Whether the rule is what lies at the CFA plus an offset. */
static inline bool gen_is_slot(const struct cfi_rule *rule)
{
    return rule->kind == RULE_AT && rule->base == BASE_IS_CFA && rule->deref;
}

/* Whether it is SP or FP plus an offset, as default rows say the CFA. */
static inline bool gen_is_usual_cfa(enum abi abi, const struct cfi_rule *cfa)
{
    return cfa->kind == RULE_AT && !cfa->deref &&
           (cfa->base == (int)gen_abi_facts[abi].sp || cfa->base == (int)gen_abi_facts[abi].fp);
}

struct cfi_state {
    struct cfi_rule cfa, registers[REGISTERS];
    bool mangled; /* RA is signed */
    bool escaped; /* .cfi_escape gave the CFA's offset, from which later directives count */
};

/* A stretch of code on which one state holds.  Where the assembler chooses sizes it has a label, and may have
 * no bytes. */
struct cfi_stretch {
    uint64_t at;
    unsigned step; /* the number of its first step, and of its label */
    struct cfi_rule cfa, ra, fp, sp;
    bool mangled;
};

struct truth {
    uint64_t size;
    bool by_labels; /* the assembler chooses a size, so places are named by labels */
    bool signal, key_b;
    const char *contested; /* the entry of the ledger; NULL: nothing is open */
    unsigned count;
    struct cfi_stretch stretches[MAX_STEPS];
};

/* False: a directive has no meaning, and the program is not marked as meaningless.  Examples: a state is
 * restored that was never remembered; an offset is given where the CFA has none. */
bool gen_run_program(enum abi abi, const struct program *program, struct truth *truth);

/* The rule of the CFA before this step; false: the directives until there have no meaning. */
bool gen_cfa_before(enum abi abi, const struct program *program, unsigned step, struct cfi_rule *cfa);
