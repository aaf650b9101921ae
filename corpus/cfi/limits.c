/* What the texts can say of a frame, by the texts themselves and not by any writer. */
#include "kinds.h"

enum { ATTRIBUTE_ROWS = UINT16_MAX };

const struct kind_text cfi_kind_texts[KIND_COUNT] = {
#define KIND(name, id, owner, words) [KIND_##name] = {id, OWNER_##owner, words},
#include "kinds.def"
#undef KIND
};

static bool fits(int64_t offset)
{
    return offset >= INT32_MIN && offset <= INT32_MAX;
}

static bool is_slot(const struct place *place)
{
    return place->kind == PLACE_AT && place->deref && place->base == BASE_CFA;
}

/* --- CFA ----------------------------------------------------------------------------------------------- */

/* s390x stores the offset scaled: V2E1 3.3, V3 3.1.3 (ledger: s390x-flex-cfa-scaled). */
static enum kind limit_of_cfa(bool flexible, const struct sfr_abi_facts *abi, const struct place *cfa)
{
    const int64_t adjusted = (int64_t)((uint64_t)cfa->offset - (uint64_t)(int64_t)abi->cfa_bias);
    if (cfa->kind != PLACE_AT || cfa->base == BASE_CFA || (cfa->deref && !flexible))
        return KIND_CFA_EXPRESSION;
    if (!flexible && cfa->base != abi->sp && cfa->base != abi->fp)
        return KIND_CFA_REGISTER;
    return adjusted % abi->cfa_scale == 0 && fits(adjusted / abi->cfa_scale) ? KIND_NONE : KIND_CFA_OFFSET;
}

/* --- Registers ----------------------------------------------------------------------------------------- */

enum saved { RA, FP };
enum reason { REGISTER, EXPRESSION, OFFSET };

static enum kind because(enum saved saved, enum reason reason)
{
    static const enum kind kinds[][3] = {{KIND_RA_REGISTER, KIND_RA_EXPRESSION, KIND_RA_OFFSET},
                                         {KIND_FP_REGISTER, KIND_FP_EXPRESSION, KIND_FP_OFFSET}};
    return kinds[saved][reason];
}

/* In a flexible row, with a control word: V3 3.2.  What is the CFA plus an offset is said from the register
 * that the CFA counts from. */
static enum kind limit_of_flexible(enum saved saved, const struct recovery *recovery,
                                   const struct place *place)
{
    const struct place said = is_slot(place) ? *place : cfi_place_resolved(place, &recovery->cfa);
    if (said.kind != PLACE_AT || (said.base == BASE_CFA && !said.deref))
        return because(saved, EXPRESSION);
    return fits(said.offset) ? KIND_NONE : because(saved, OFFSET);
}

/* In a word of a default row: the offset of a slot from the CFA.  On s390x these are even, and before V3 an
 * odd word is a register (V2E1 3.3). */
static enum kind limit_of_word(const struct sfr_text_facts *text, const struct sfr_abi_facts *abi,
                               enum saved saved, const struct place *place)
{
    if (is_slot(place)) {
        const bool odd = abi->register_words && (place->offset & 1) != 0;
        const bool invalid = abi->zero_ra_word && saved == RA && place->offset == 0;
        return fits(place->offset) && !odd && !invalid ? KIND_NONE : because(saved, OFFSET);
    }
    const bool in_register =
        place->kind == PLACE_AT && !place->deref && place->base != BASE_CFA && place->offset == 0;
    if (in_register && abi->register_words && text->register_words)
        return KIND_NONE;
    return because(saved, in_register ? REGISTER : EXPRESSION);
}

static enum kind limit_of_ra(const struct sfr_text_facts *text, const struct sfr_abi_facts *abi,
                             const struct recovery *recovery, bool flexible)
{
    const struct place *const ra = &recovery->ra;
    const bool fixed = abi->fixed_ra != 0;
    if (ra->kind == PLACE_UNDEFINED)
        return text->outermost_rows ? KIND_NONE : KIND_RA_UNDEFINED;
    if (ra->kind == PLACE_SAME)
        return fixed ? KIND_RA_ELSEWHERE : KIND_NONE;
    if (fixed && is_slot(ra) && ra->offset == abi->fixed_ra)
        return KIND_NONE;
    if (flexible)
        return limit_of_flexible(RA, recovery, ra);
    return fixed ? KIND_RA_ELSEWHERE : limit_of_word(text, abi, RA, ra);
}

/* A row's words are the CFA's, RA's (unless its place is fixed) and FP's.  So FP's word needs RA's before it,
 * or one that fills RA's place.  On AArch64, from V2E1 3.2 on, a row has one word or all three. */
static enum kind limit_of_fp(enum sfr_profile profile, const struct sfr_abi_facts *abi,
                             const struct recovery *recovery, bool flexible)
{
    const struct place *const fp = &recovery->fp;
    if (fp->kind == PLACE_UNDEFINED)
        return KIND_FP_UNDEFINED;
    const bool both = abi->paired_words && sfr_text_states(profile, SFR_aarch64_count);
    const bool after_ra = abi->fixed_ra == 0 && !abi->zero_ra_word;
    if (fp->kind == PLACE_SAME)
        return both && !flexible && is_slot(&recovery->ra) ? KIND_RA_WITHOUT_FP : KIND_NONE;
    if (flexible)
        return limit_of_flexible(FP, recovery, fp);
    if (after_ra && is_slot(fp) && !is_slot(&recovery->ra))
        return KIND_FP_WITHOUT_RA;
    return limit_of_word(sfr_text_facts(profile), abi, FP, fp);
}

/* SFrame has no rule for SP: it is the CFA.  On s390x it is the CFA less 160 (V2E1 3.3), and by the ABI
 * it is the same where the CFI says in which place the caller's SP was saved. */
static enum kind limit_of_sp(const struct sfr_abi_facts *abi, const struct recovery *recovery)
{
    if (abi->sp_from_cfa != 0)
        return KIND_NONE;
    const struct place cfa = place_at(BASE_CFA, 0, false);
    const struct place said = cfi_place_resolved(&recovery->sp, &recovery->cfa),
                       implied = cfi_place_resolved(&cfa, &recovery->cfa);
    return cfi_place_equal(&said, &implied) ? KIND_NONE : KIND_SP_ELSEWHERE;
}

struct limits cfi_limits_of_row(enum sfr_profile profile, const struct machine *machine,
                                const struct recovery *recovery, bool flexible)
{
    const struct sfr_abi_facts *const abi = facts_of(machine);
    struct limits limits = {.ra = limit_of_ra(sfr_text_facts(profile), abi, recovery, flexible)};
    if (recovery->ra.kind == PLACE_UNDEFINED)
        return limits; /* nothing else is asked of an outermost frame */
    limits.cfa = limit_of_cfa(flexible, abi, &recovery->cfa);
    limits.fp = limit_of_fp(profile, abi, recovery, flexible);
    limits.sp = limit_of_sp(abi, recovery);
    return limits;
}

/* --- Functions ----------------------------------------------------------------------------------------- */

enum kind cfi_limit_of_place(enum sfr_profile profile, const struct cfi_function *function,
                             uint64_t origin)
{
    const struct sfr_text_facts *const text = sfr_text_facts(profile);
    const uint64_t distance = function->start - origin;
    if (function->end - function->start > UINT32_MAX)
        return KIND_TOO_LARGE;
    if (text->start_size == 4 && distance + INT32_MAX + 1ULL > UINT32_MAX)
        return KIND_TOO_FAR;
    const bool counted = text->attribute_fields != NULL;
    return counted && function->row_count > ATTRIBUTE_ROWS ? KIND_TOO_MANY_ROWS : KIND_NONE;
}

enum kind cfi_limit_of_row(enum sfr_profile profile, const struct machine *machine,
                           const struct recovery *recovery, bool flexible)
{
    const struct limits limits = cfi_limits_of_row(profile, machine, recovery, flexible);
    return limits.cfa != KIND_NONE  ? limits.cfa
           : limits.ra != KIND_NONE ? limits.ra
           : limits.fp != KIND_NONE ? limits.fp
                                    : limits.sp;
}

enum kind cfi_limit_of_function(enum sfr_profile profile, const struct cfi_table *table,
                                const struct cfi_function *function, uint64_t origin)
{
    const struct sfr_text_facts *const text = sfr_text_facts(profile);
    if (function->unreadable)
        return KIND_CFI_UNREADABLE;
    for (size_t i = 0; i < function->row_count; i++) {
        const struct recovery *const said = cfi_said(table, &table->rows[function->first_row + i]);
        const enum kind limit = cfi_limit_of_row(profile, table->machine, said, text->flexible);
        if (limit != KIND_NONE)
            return limit;
    }
    if (function->signal && !text->signals)
        return KIND_SIGNAL_FRAME;
    return cfi_limit_of_place(profile, function, origin);
}
