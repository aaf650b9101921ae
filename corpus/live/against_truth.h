/* CFI programs, stepped: what sframe-programs says of a function at each byte, compared with what its callers
 * know. No section is read. */
#pragma once

#include "modules.h"
#include "shadow.h"

enum { BASE_IS_CFA = -1 };

struct rule {
    enum { RULE_UNSAID, RULE_SAME, RULE_UNDEFINED, RULE_AT } kind; /* RULE_UNSAID: also an expression */
    int base;                                                      /* a register, or BASE_IS_CFA */
    int64_t offset;
    bool deref;
};

enum which { RULE_CFA, RULE_RA, RULE_FP, RULE_SP, RULES };

struct stretch {
    uint64_t at;
    struct rule rules[RULES];
    bool mangled, reached;
};

struct function {
    uint64_t start; /* where it is in the program; 0: it is not there */
    uint64_t size;
    const char *name;
    struct stretch *stretches;
    size_t count;
    uint64_t steps, plain, signed_steps; /* plain: RA is said to be signed, and is not */
    char wrong[PLACE_SIZE];              /* the first value that was wrong; empty: none was */
    uint64_t wrong_steps;
};

struct claims {
    struct function *functions; /* by start, once they are placed */
    size_t count;
    uint64_t stops, unsaid; /* unsaid: rules that are there, and cannot be compared */
};

/* Reads the functions from the first line of a file that sframe-programs wrote. */
void live_truth_read(struct claims *claims, const char *path);

/* Sets where the functions start, by the program's symbols. */
void live_truth_place(struct claims *claims, const struct module *module);

/* To be called before each instruction of the program. */
void live_truth_compare(struct claims *claims, const struct shadow *shadow, struct target *target);

/* Writes what came of it, as text or JSON.  True: something was compared, nothing was wrong, and
 * the program ended well. */
bool live_truth_report(const struct claims *claims, const struct target *target, bool json);
