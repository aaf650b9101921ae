/* The instructions of CIEs and FDEs: what they say of the CFA and of the few registers that SFrame knows. */
#pragma once

#include "entries.h"
#include "evaluate.h"
#include "tool/input.h"

/* An expression if that has bytes, else a place: PLACE_UNSTATED where nothing is said. */
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

/* Instructions as they are run. */
struct run {
    const struct machine *machine;
    const struct frame_section *section;
    const struct frame_cie *cie;
    struct input *input; /* which pays */
    struct bytes instructions;
    uint64_t location;
    uint64_t registers[RULE_COUNT]; /* whose rules are kept */
    struct rules now;
    const struct rules *initial; /* a CIE's, which instructions may restore; NULL: these are a CIE's own */
    struct rules *remembered;
    size_t depth, room;
    bool unpaid; /* the budget is used up, which is reported */
};

/* Where nothing is said. */
struct rules cfi_rules_none(void);

/* Runs instructions until the location is another.  False: there is no more, or none that can be run: then
 * the instructions have failed. */
bool cfi_run_on(struct run *run);

/* Forgets what was remembered. */
void cfi_run_end(struct run *run);
