#include "sayable.h"

enum { START = 0x1000 };

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

/* --- The truth as rows ---------------------------------------------------------------------------------- */

static struct rule rule_of(const struct section *section, const struct cfi_rule *said)
{
    struct rule rule = {.place = PLACE_REGISTER, .deref = said->deref, .offset = said->offset};
    if (said->kind == RULE_SAME)
        return (struct rule){.place = PLACE_SAME};
    if (said->kind == RULE_UNDEFINED)
        return (struct rule){.place = PLACE_UNDEFINED};
    if (said->kind != RULE_AT)
        return (struct rule){.place = PLACE_UNKNOWN};
    if (said->base == BASE_IS_CFA)
        rule.place = PLACE_CFA;
    else if (said->base == (int)gen_abi_facts[section->abi].sp)
        rule.place = PLACE_SP;
    else if (said->base == (int)gen_abi_facts[section->abi].fp)
        rule.place = PLACE_FP;
    else
        rule.reg = (uint32_t)said->base;
    return rule;
}

/* A register that keeps its value needs no word; if another word FOLLOWS, padding stands in its place. */
static struct rule word_of(const struct rule *rule, bool follows)
{
    return rule->place != PLACE_SAME ? *rule : follows ? gen_rule_padded() : gen_rule_unsaid();
}

/* A pair of words cannot say `CFA + offset` as a value: it counts from the CFA's register. */
static struct rule pair_of(const struct section *section, const struct cfi_rule *said, const struct cfi_rule *cfa)
{
    struct cfi_rule resolved = *said;
    if (said->kind == RULE_AT && said->base == BASE_IS_CFA && !said->deref)
        (void)gen_resolve_rule(said, cfa, &resolved);
    return rule_of(section, &resolved);
}

static bool is_fixed_place(const struct section *section, const struct rule *rule)
{
    return section->fixed_ra != 0 && rule->place == PLACE_CFA && rule->deref && rule->offset == section->fixed_ra;
}

static void say_row(struct section *section, const struct cfi_stretch *stretch, uint32_t start, bool flexible)
{
    struct row *const row = gen_add_row(section, start);
    row->empty = gen_is_outermost(section->profile, stretch);
    if (row->empty)
        return;
    row->mangled = stretch->mangled;
    const struct rule ra = flexible ? pair_of(section, &stretch->ra, &stretch->cfa) : rule_of(section, &stretch->ra);
    const struct rule fp = flexible ? pair_of(section, &stretch->fp, &stretch->cfa) : rule_of(section, &stretch->fp);
    row->cfa = rule_of(section, &stretch->cfa);
    row->fp = word_of(&fp, false);
    row->ra = word_of(&ra, gen_is_said(&row->fp) && (flexible || gen_abi_facts[section->abi].zero_is_unsaved));
    if (!flexible && is_fixed_place(section, &ra))
        row->ra = gen_rule_unsaid();
}

void gen_say(struct section *section, enum profile profile, enum abi abi, const struct truth *truth, bool flexible)
{
    gen_section_init(section, profile, abi);
    struct function *const function = gen_add_function(section, START, truth->by_labels ? 0 : (uint32_t)truth->size);
    function->signal = truth->signal;
    function->key_b = truth->key_b;
    function->fde_type = flexible ? FDE_FLEX : FDE_DEFAULT;
    for (unsigned i = 0; i < truth->count; i++) {
        const struct cfi_stretch *const stretch = &truth->stretches[i];
        say_row(section, stretch, truth->by_labels ? stretch->step : (uint32_t)stretch->at, flexible);
        if (stretch->at > UINT8_MAX)
            function->fre_type = stretch->at > UINT16_MAX ? FRE_ADDR4 : FRE_ADDR2;
    }
}

enum verdict gen_verdict_of_said(const struct section *section)
{
    static struct encoded encoded;
    static struct violations violations;
    violations.count = 0;
    if (!gen_encode(&encoded, section))
        return VERDICT_MALFORMED;
    gen_check_model(section, &encoded, &violations);
    return gen_verdict_of(&violations);
}

/* --- What can be said ------------------------------------------------------------------------------------ */

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

/* Whether a row can say the stretch.  Where RA's place is fixed, none says that RA is still in its register. */
static bool can_say(enum profile profile, enum abi abi, const struct cfi_stretch *stretch, bool flexible)
{
    static struct section section;
    static struct truth alone = {.count = 1};
    if (!gen_is_outermost(profile, stretch) &&
        (!can_say_sp(abi, stretch) || (gen_abi_facts[abi].fixed_ra != 0 && stretch->ra.kind == RULE_SAME)))
        return false;
    alone.size = gen_abi_facts[abi].code_unit;
    alone.stretches[0] = *stretch;
    alone.stretches[0].at = 0;
    gen_say(&section, profile, abi, &alone, flexible);
    return gen_verdict_of_said(&section) != VERDICT_MALFORMED;
}

static bool can_say_all(enum profile profile, enum abi abi, const struct truth *truth, bool flexible)
{
    for (unsigned i = 0; i < truth->count; i++)
        if (!can_say(profile, abi, &truth->stretches[i], flexible))
            return false;
    return true;
}

bool gen_can_say(enum profile profile, enum abi abi, const struct truth *truth)
{
    const struct profile_facts *const text = &gen_profile_facts[profile];
    return abi_known(profile, abi) && (!truth->signal || text->has_signal) &&
           (can_say_all(profile, abi, truth, false) ||
            (text->has_flexible && can_say_all(profile, abi, truth, true)));
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
