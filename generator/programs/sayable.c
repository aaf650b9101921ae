#include "sayable.h"

static bool fits_word(int64_t offset)
{
    return offset >= INT32_MIN && offset <= INT32_MAX;
}

bool gen_resolve_rule(const struct cfi_rule *rule, const struct cfi_rule *cfa, struct cfi_rule *resolved)
{
    *resolved = *rule;
    if (rule->kind != RULE_AT)
        return false;
    if (rule->base != BASE_IS_CFA)
        return true;
    if (cfa->kind != RULE_AT || (cfa->deref && (rule->deref || rule->offset != 0)))
        return false;
    resolved->base = cfa->base;
    resolved->offset += cfa->offset;
    resolved->deref = rule->deref || cfa->deref;
    return true;
}

bool gen_is_outermost(enum profile profile, const struct cfi_stretch *stretch)
{
    return stretch->ra.kind == RULE_UNDEFINED && gen_profile_facts[profile].no_words_is_outermost;
}

/* --- A row ---------------------------------------------------------------------------------------------- */

static bool can_say_cfa(const struct profile_facts *text, enum abi abi, const struct cfi_rule *cfa)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const int64_t words = cfa->offset - facts->cfa_addend;
    return (text->has_flexible ? cfa->kind == RULE_AT : gen_is_usual_cfa(abi, cfa)) &&
           words % facts->cfa_factor == 0 && fits_word(words / facts->cfa_factor);
}

/* Whether a flexible row can say the rule: from the CFA, if it reads memory there, or else from a register. */
static bool can_say_flexibly(const struct cfi_rule *rule, const struct cfi_rule *cfa)
{
    struct cfi_rule said = *rule;
    if (!gen_is_slot(rule) && !gen_resolve_rule(rule, cfa, &said))
        return false;
    return fits_word(said.offset);
}

/* Whether a default row's word can say it.  REGISTERS: odd words name registers.  ZERO_IS_NONE: 0 says
 * nothing. */
static bool can_say_by_word(bool registers, bool zero_is_none, const struct cfi_rule *rule)
{
    if (gen_is_slot(rule))
        return fits_word(rule->offset) && !(registers && rule->offset % 2 != 0) &&
               !(zero_is_none && rule->offset == 0);
    return registers && rule->kind == RULE_AT && !rule->deref && rule->base != BASE_IS_CFA &&
           rule->offset == 0;
}

static bool can_say_ra(enum profile profile, enum abi abi, const struct cfi_stretch *stretch)
{
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const struct cfi_rule *const ra = &stretch->ra;
    const bool fixed = facts->fixed_ra != 0;
    if (ra->kind == RULE_SAME)
        return !fixed;
    if (fixed && gen_is_slot(ra) && ra->offset == facts->fixed_ra)
        return true;
    if (gen_profile_facts[profile].has_flexible)
        return can_say_flexibly(ra, &stretch->cfa);
    return !fixed && can_say_by_word(default_names_registers(profile, abi), facts->zero_is_unsaved, ra);
}

/* FP's word stands behind RA's: where RA is in its register, there must be a way to say that. */
static bool can_say_fp(enum profile profile, enum abi abi, const struct cfi_stretch *stretch)
{
    const struct profile_facts *const text = &gen_profile_facts[profile];
    const struct abi_facts *const facts = &gen_abi_facts[abi];
    const struct cfi_rule *const fp = &stretch->fp;
    const bool two_words = (facts->word_counts & 1U << 2) != 0 || text->three_words_at_most;
    if (fp->kind == RULE_SAME)
        return text->has_flexible || two_words || !gen_is_slot(&stretch->ra);
    if (text->has_flexible)
        return can_say_flexibly(fp, &stretch->cfa);
    const bool ra_has_word = facts->fixed_ra != 0 || facts->zero_is_unsaved || gen_is_slot(&stretch->ra);
    return ra_has_word && can_say_by_word(default_names_registers(profile, abi), false, fp);
}

/* No row has a rule for SP: the caller's is the CFA, or a fixed distance below it that CFI need not state. */
static bool can_say_sp(enum abi abi, const struct cfi_stretch *stretch)
{
    const struct cfi_rule cfa = {.kind = RULE_AT, .base = BASE_IS_CFA};
    struct cfi_rule is = stretch->sp, should_be = cfa;
    if (gen_abi_facts[abi].cfa_above_sp != 0)
        return true;
    (void)gen_resolve_rule(&stretch->sp, &stretch->cfa, &is);
    (void)gen_resolve_rule(&cfa, &stretch->cfa, &should_be);
    return is.kind == RULE_AT && is.base == should_be.base && is.offset == should_be.offset &&
           is.deref == should_be.deref;
}

/* --- A function ----------------------------------------------------------------------------------------- */

bool gen_can_say(enum profile profile, enum abi abi, const struct truth *truth)
{
    const struct profile_facts *const text = &gen_profile_facts[profile];
    if (!abi_known(profile, abi) || (truth->signal && !text->has_signal))
        return false;
    for (unsigned i = 0; i < truth->count; i++) {
        const struct cfi_stretch *const stretch = &truth->stretches[i];
        if (!gen_is_outermost(profile, stretch) &&
            !(can_say_cfa(text, abi, &stretch->cfa) && can_say_ra(profile, abi, stretch) &&
              can_say_fp(profile, abi, stretch) && can_say_sp(abi, stretch)))
            return false;
    }
    return true;
}

/* Directives that no text on SFrame asks an assembler to understand. */
static const bool need_not_know[STEP_KINDS] = {
    [STEP_VAL_OFFSET] = true,   [STEP_RETURN_COLUMN] = true,    [STEP_LABEL] = true,
    [STEP_ESCAPE_NOP] = true,   [STEP_ESCAPE_ARGS_SIZE] = true, [STEP_ESCAPE_EXPRESSION] = true,
    [STEP_ESCAPE_VALUE] = true, [STEP_VAL_ENCODED_ADDR] = true, [STEP_ESCAPE_CFA_COMPLEX] = true,
};

/* Whether an offset is one that an assembler may refuse.  DWARF counts offsets of saved registers in words (8
 * bytes on all ABIs here), and assemblers count in 32 bits. */
static bool is_odd(const struct cfi_rule *rule)
{
    const int64_t word = 8;
    return rule->kind == RULE_AT && (rule->offset > INT32_MAX || rule->offset < -INT32_MAX ||
                                     (gen_is_slot(rule) && rule->offset % word != 0));
}

bool gen_may_refuse(const struct program *program, const struct truth *truth)
{
    for (unsigned i = 0; i < program->step_count; i++)
        if (program->steps[i].kind == STEP_MTE_TAGGED_FRAME) /* younger than SFrame */
            return true;
    for (unsigned i = 0; i < truth->count; i++)
        if (is_odd(&truth->stretches[i].cfa) || is_odd(&truth->stretches[i].ra) ||
            is_odd(&truth->stretches[i].fp))
            return true;
    return false;
}

/* The program with code behind each directive, so that each state holds somewhere.  False: it is too long. */
static bool spread(enum abi abi, const struct program *program, struct program *spread)
{
    *spread = (struct program){.about = program->about, .simple = program->simple};
    for (unsigned i = 0; i < program->step_count; i++) {
        gen_add_step(spread, program->steps[i]);
        if (program->steps[i].kind != STEP_CODE)
            gen_add_code(spread, gen_abi_facts[abi].code_unit);
    }
    return spread->step_count <= MAX_STEPS;
}

/* Whether some row can only be a flexible one. */
static bool needs_flexible(enum abi abi, const struct truth *truth)
{
    for (unsigned i = 0; i < truth->count; i++) {
        const struct cfi_rule *const ra = &truth->stretches[i].ra, *const fp = &truth->stretches[i].fp;
        const bool usual_ra = ra->kind != RULE_AT || gen_is_slot(ra),
                   usual_fp = fp->kind != RULE_AT || gen_is_slot(fp);
        if (!gen_is_usual_cfa(abi, &truth->stretches[i].cfa) || !usual_ra || !usual_fp ||
            (gen_is_slot(fp) && ra->kind == RULE_SAME))
            return true;
    }
    return false;
}

bool gen_may_leave_out(enum profile profile, enum abi abi, bool flexible, const struct program *program)
{
    static struct program wide;
    static struct truth truth;
    for (unsigned i = 0; i < program->step_count; i++)
        if ((need_not_know[program->steps[i].kind] || program->steps[i].escaped))
            return true;
    if (!spread(abi, program, &wide) || !gen_run_program(abi, &wide, &truth))
        return true;
    return !gen_can_say(profile, abi, &truth) || (!flexible && needs_flexible(abi, &truth));
}
