/* What CFI directives say: the rules that hold at each byte of a function.  From the GNU assembler's manual
 * (CFI directives) and the DWARF standard (6.4, Call Frame Information). */
#pragma once

#include "unit.h"

enum rule_kind {
    RULE_UNSTATED, /* nobody said: a CFA after .cfi_startproc simple */
    RULE_SAME,     /* still in its register */
    RULE_UNDEFINED,
    RULE_AT,      /* base plus offset, or what lies there */
    RULE_COMPLEX, /* more than that */
};
enum { BASE_IS_CFA = -1 };

struct cfi_rule {
    enum rule_kind kind;
    int16_t base; /* a register, or BASE_IS_CFA */
    bool deref;
    int64_t offset;
};

struct cfi_state {
    struct cfi_rule cfa, registers[REGISTERS];
    bool mangled; /* RA is signed */
    bool escaped; /* what counts from the CFA's offset counts from one that .cfi_escape gave */
};

/* A stretch of code on which one state holds.  Where the assembler chooses sizes it has a label, and may have
 * no bytes. */
struct cfi_stretch {
    uint64_t at;
    unsigned step; /* that it begins with: its label's number */
    struct cfi_rule cfa, ra, fp, sp;
    bool mangled;
};

struct truth {
    uint64_t size;
    bool by_labels; /* a size is open */
    bool signal, key_b;
    const char *contested; /* the entry of the ledger; NULL: nothing is open */
    unsigned count;
    struct cfi_stretch stretches[MAX_STEPS];
};

/* False: the directives have no meaning, and the program is not about that, as one takes back what was never
 * remembered, or gives an offset where the CFA has none. */
bool gen_run_program(enum abi abi, const struct program *program, struct truth *truth);

/* The rule of the CFA before this step; false: the directives until there have no meaning. */
bool gen_cfa_before(enum abi abi, const struct program *program, unsigned step, struct cfi_rule *cfa);
