/* What CFI directives say: the rules that hold at each byte of a function.  From the GNU assembler's manual
 * (CFI directives) and the DWARF standard (6.4, Call Frame Information). */
#ifndef GENERATOR_MACHINE_H
#define GENERATOR_MACHINE_H

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
};

/* A stretch of code on which one state holds. */
struct cfi_stretch {
    uint32_t at;
    struct cfi_rule cfa, ra, fp, sp;
    bool mangled;
};

struct truth {
    uint32_t size;
    bool signal, key_b;
    unsigned count;
    struct cfi_stretch stretches[MAX_STEPS];
};

/* False: the directives have no meaning, as one takes back what was never remembered, or gives an offset where the
 * CFA has none. */
bool gen_run_program(enum abi abi, const struct program *program, struct truth *truth);

#endif
