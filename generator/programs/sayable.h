/* What SFrame can say of a function, and what an assembler need not say.  A reading of the texts of its own:
 * corpus/cfi/limits.c, by which writers are judged, is another. */
#pragma once

#include "machine.h"

/* From the CFA's register where that says the same: (CFA - 16) is (SP + 8) where the CFA is SP + 24. */
bool gen_resolve_rule(const struct cfi_rule *rule, const struct cfi_rule *cfa, struct cfi_rule *resolved);

/* Whether the rules are those of a frame that nothing called. */
bool gen_is_outermost(enum profile profile, const struct cfi_stretch *stretch);

/* Whether rows of the text can say all of the function. */
bool gen_can_say(enum profile profile, enum abi abi, const struct truth *truth);

/* Whether an assembler may refuse the text, whatever SFrame could say of it. */
bool gen_may_refuse(const struct program *program, const struct truth *truth);

/* Whether an assembler may leave the function out, though it could be said: it has a directive
 * that no text on SFrame speaks of, or one whose state could not be said, though it holds at no byte, or it
 * takes flexible rows, and the assembler writes none. */
bool gen_may_leave_out(enum profile profile, enum abi abi, bool flexible, const struct program *program);
