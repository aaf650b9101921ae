/* What SFrame can say of a function, by our own encoder, and what an assembler need not say.  It knows nothing of
 * corpus/cfi/limits.c, which answers the same questions when writers are judged. */
#pragma once

#include "machine.h"
#include "model/answer.h"

/* RESOLVED counts from the CFA's register: (CFA - 16) is (SP + 8) if the CFA is SP + 24.  False: none can. */
bool gen_resolve_rule(const struct cfi_rule *rule, const struct cfi_rule *cfa, struct cfi_rule *resolved);

/* Whether the rules are those of a frame that nothing called. */
bool gen_is_outermost(enum profile profile, const struct cfi_stretch *stretch);

/* Makes the truth a section's only function, in flexible rows or in default ones. */
void gen_say(struct section *section, enum profile profile, enum abi abi, const struct truth *truth, bool flexible);

/* What such a section breaks; it is malformed, too, if it cannot be written. */
enum verdict gen_verdict_of_said(const struct section *section);

/* Whether rows of the text can say all of the function. */
bool gen_can_say(enum profile profile, enum abi abi, const struct truth *truth);

/* Whether an assembler may refuse the text, whatever SFrame could say of it. */
bool gen_may_refuse(const struct program *program, const struct truth *truth);

/* Whether an assembler may leave the function out, though SFrame could say it.  It may if a directive is in no
 * text on SFrame, if SFrame cannot say the state after some directive (which may hold at no byte), or if the
 * function needs flexible rows and the assembler writes none (not FLEXIBLE). */
bool gen_may_leave_out(enum profile profile, enum abi abi, bool flexible, const struct program *program);
