/* Expresses a row in SFrame's words: V2 3, V3 3. */
#include "assembler.h"
#include "bug.h"

/* --- Rules ---------------------------------------------------------------------------------------------- */

static bool is_slot(const struct rule *rule)
{
    return rule->kind == RULE_AT && rule->deref && rule->base == BASE_CFA;
}

/* The same rule with the CFA's own rule in place of the base CFA, if both make one rule; else unchanged. */
static struct rule resolved(const struct rule *rule, const struct rule *cfa)
{
    if (rule->kind != RULE_AT || rule->base != BASE_CFA || cfa->kind != RULE_AT)
        return *rule;
    if (!cfa->deref) {
        const int64_t offset = BUG(cfa_value_without_cfa_offset) ? 0 : cfa->offset;
        return rule_at(cfa->base, rule->offset + offset, rule->deref);
    }
    return !rule->deref && rule->offset == 0 ? *cfa : *rule;
}

/* --- The CFA -------------------------------------------------------------------------------------------- */

static bool scaled_cfa(const struct abi *abi, int64_t offset, int64_t *word)
{
    const int64_t bias = BUG(cfa_bias_forgotten) ? 0 : BUG(cfa_bias_added) ? -abi->bias : abi->bias;
    if ((offset - abi->bias) % abi->scale != 0 && !BUG(cfa_scale_rounds))
        return false;
    *word = BUG(cfa_scale_forgotten) ? offset - bias : (offset - bias) / abi->scale;
    return true;
}

static const char *cfa_word(const struct abi *abi, const struct row *row, struct words *words)
{
    const struct rule *const cfa = &row->cfa;
    if (cfa->kind != RULE_AT || (cfa->deref && !BUG(cfa_deref_lost)))
        return "the CFA is by an expression";
    if (cfa->base != abi->sp && cfa->base != abi->fp && !BUG(cfa_any_register_default))
        return "the CFA is on a register that is neither SP nor FP";
    if (!scaled_cfa(abi, cfa->offset, &words->at[0]))
        return "the offset of the CFA is no multiple";
    words->base_sp = (cfa->base == abi->sp) != BUG(base_inverted);
    if (BUG(base_always_sp))
        words->base_sp = true;
    words->count = 1;
    return NULL;
}

/* --- Default rows --------------------------------------------------------------------------------------- */

/* Sets the word of a register that is saved in a slot or, before version 3 on s390x, in a register. */
static bool slot_word(const struct unit *unit, const struct rule *rule, int64_t *word)
{
    const bool registers = unit->version->registers_as_words && unit->abi->pads_ra;
    *word = rule->offset;
    if (is_slot(rule))
        return !registers || (rule->offset & 1) == 0;
    *word = BUG(register_word_even) ? (int64_t)rule->base << 1 : (int64_t)rule->base << 1 | 1;
    return registers && rule->kind == RULE_AT && !rule->deref && rule->offset == 0 && rule->base != BASE_CFA;
}

static bool ra_is_default(const struct abi *abi, const struct row *row)
{
    if (abi->fixed_ra == 0)
        return row->ra.kind == RULE_SAME;
    return (is_slot(&row->ra) && (row->ra.offset == abi->fixed_ra || BUG(fixed_ra_unchecked))) ||
           (row->ra.kind == RULE_SAME && BUG(same_ra_as_fixed));
}

static const char *fp_word(const struct unit *unit, const struct row *row, bool has_ra, struct words *words)
{
    const struct abi *const abi = unit->abi;
    if (row->fp.kind == RULE_SAME)
        return has_ra && abi->pairs && !BUG(ra_without_fp_in_pair) ? "RA is saved and FP is not" : NULL;
    if (!has_ra && abi->fixed_ra == 0) {
        if (!abi->pads_ra && !BUG(fp_without_ra_unpadded))
            return "FP is saved and RA is not";
        if (!BUG(ra_padding_forgotten))
            words->at[words->count++] = BUG(ra_padding_one) ? 1 : 0;
    }
    if (!slot_word(unit, &row->fp, &words->at[words->count++]))
        return "FP is in no slot";
    return NULL;
}

static const char *saved_words(const struct unit *unit, const struct row *row, struct words *words)
{
    const bool has_ra = !ra_is_default(unit->abi, row);
    if (has_ra) {
        if (unit->abi->fixed_ra != 0 || !slot_word(unit, &row->ra, &words->at[words->count++]))
            return "RA is in no slot";
        if (unit->abi->pads_ra && words->at[1] == 0 && !BUG(ra_at_cfa_said))
            return "RA is in the slot that means unsaved";
    }
    const char *const why = fp_word(unit, row, has_ra, words);
    if (words->count == 3 && BUG(ra_fp_words_swapped)) {
        const int64_t kept = words->at[1];
        words->at[1] = words->at[2];
        words->at[2] = kept;
    }
    if (BUG(fp_word_forgotten) && words->count > 1 && row->fp.kind != RULE_SAME)
        words->count -= unit->abi->pairs ? 2U : 1U;
    return why;
}

static const char *common_limits(const struct unit *unit, const struct row *row)
{
    if (row->fp.kind == RULE_UNDEFINED && !BUG(fp_undefined_as_same))
        return "FP is undefined";
    /* SFrame has no rule for SP, and implies its value: the CFA, or a fixed distance from it. */
    const struct rule cfa = rule_at(BASE_CFA, 0, false);
    const struct rule said = resolved(&row->sp, &row->cfa), implied = resolved(&cfa, &row->cfa);
    if (unit->abi->sp_is_free || BUG(sp_rules_ignored) ||
        (said.kind == RULE_AT && rules_equal(&said, &implied)))
        return NULL;
    return "SP is not the CFA";
}

/* Changes undefined registers to unchanged ones.  Only some bugs let a row with such registers come this far.
 */
static struct row without_undefined(const struct abi *abi, const struct row *row)
{
    struct row said = *row;
    if (said.fp.kind == RULE_UNDEFINED)
        said.fp = rule_of(RULE_SAME);
    if (said.ra.kind == RULE_UNDEFINED)
        said.ra = abi->fixed_ra != 0 ? rule_at(BASE_CFA, abi->fixed_ra, true) : rule_of(RULE_SAME);
    return said;
}

const char *default_words(const struct unit *unit, const struct row *row, struct words *words)
{
    *words = (struct words){.count = 0};
    if (row->ra.kind == RULE_UNDEFINED && !BUG(outermost_as_row))
        return NULL;
    const char *const why = common_limits(unit, row);
    if (why != NULL)
        return why;
    const struct row said = without_undefined(unit->abi, row);
    const char *const cfa = cfa_word(unit->abi, &said, words);
    return cfa != NULL ? cfa : saved_words(unit, &said, words);
}

/* --- Flexible rows: V3 3.2 ------------------------------------------------------------------------------ */

static void put_pair(struct words *words, const struct rule *rule, int64_t offset)
{
    enum { REG = 1, DEREF = 2, NUMBER_SHIFT = 3 };
    const bool on_register = rule->base != BASE_CFA;
    const int64_t number = on_register ? (int64_t)rule->base << (BUG(control_shift_2) ? 2 : NUMBER_SHIFT) : 0;
    const bool deref = rule->deref != BUG(control_deref_inverted);
    const int64_t control =
        number | (deref ? DEREF : 0) | (on_register && !BUG(control_without_reg) ? REG : 0);
    words->controls |= 1U << words->count;
    words->at[words->count++] = BUG(pair_swapped) ? offset : control;
    words->at[words->count++] = BUG(pair_swapped) ? control : offset;
}

static bool put_rule(struct words *words, const struct row *row, const struct rule *rule)
{
    const struct rule said = is_slot(rule) ? *rule : resolved(rule, &row->cfa);
    if (said.kind != RULE_AT || (said.base == BASE_CFA && !said.deref))
        return false;
    put_pair(words, &said, said.offset);
    return true;
}

static const char *flexible_saved(const struct unit *unit, const struct row *said, struct words *words)
{
    const bool default_ra = ra_is_default(unit->abi, said), has_fp = said->fp.kind != RULE_SAME;
    if (!default_ra && !put_rule(words, said, &said->ra))
        return "RA is by an expression";
    if (default_ra && has_fp && !BUG(flexible_padding_forgotten)) {
        if (BUG(flexible_padding_pair))
            words->at[words->count++] = 0;
        words->at[words->count++] = 0;
    }
    if (has_fp && !BUG(flexible_fp_forgotten) && !put_rule(words, said, &said->fp))
        return "FP is by an expression";
    return NULL;
}

const char *flexible_words(const struct unit *unit, const struct row *row, struct words *words)
{
    int64_t offset;
    *words = (struct words){.count = 0};
    if (row->ra.kind == RULE_UNDEFINED && !BUG(flexible_outermost_as_row))
        return NULL;
    const char *const why = common_limits(unit, row);
    if (why != NULL)
        return why;
    const struct row said = without_undefined(unit->abi, row);
    if (said.cfa.kind != RULE_AT)
        return "the CFA is by an expression";
    if (!scaled_cfa(unit->abi, said.cfa.offset, &offset))
        return "the offset of the CFA is no multiple";
    if (BUG(flexible_cfa_unscaled))
        offset = said.cfa.offset;
    put_pair(words, &said.cfa, offset);
    return flexible_saved(unit, &said, words);
}

/* --- Sizes ---------------------------------------------------------------------------------------------- */

unsigned word_size(const struct words *words)
{
    static const unsigned sizes[] = {1, 2, 4};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int64_t limit = (int64_t)1 << (8 * sizes[i] - 1);
        bool fits = true;
        for (unsigned w = 0; w < words->count; w++) {
            const bool control = (words->controls & 1U << w) != 0;
            const int64_t top =
                (control || BUG(word_size_unsigned) ? 2 * limit : limit) + (BUG(word_size_above) ? 1 : 0);
            const int64_t least = (control ? 0 : -limit) - (BUG(word_size_below) ? 1 : 0);
            fits = fits && words->at[w] >= least && words->at[w] < top;
        }
        if (BUG(words_never_4_bytes) && sizes[i] == 2)
            return 2;
        if (fits || BUG(words_always_1_byte))
            return sizes[i];
    }
    return 0;
}
