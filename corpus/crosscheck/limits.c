/* What the texts can say of a frame, told from the texts and not from any writer. */
#include "kinds.h"

enum { V3_ROWS = UINT16_MAX, S390X_CFA = 160, S390X_FACTOR = 8 };

const struct kind_text kind_texts[KIND_COUNT] = {
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
static enum kind limit_of_cfa(bool flexible, const struct machine *machine, const struct place *cfa)
{
    if (cfa->kind != PLACE_AT || cfa->base == BASE_CFA || (cfa->deref && !flexible))
        return KIND_CFA_EXPRESSION;
    if (!flexible && cfa->base != machine->sp && cfa->base != machine->fp)
        return KIND_CFA_REGISTER;
    if (machine->abi != SFR_S390X)
        return fits(cfa->offset) ? KIND_NONE : KIND_CFA_OFFSET;
    const int64_t adjusted = cfa->offset - S390X_CFA;
    return adjusted % S390X_FACTOR == 0 && fits(adjusted / S390X_FACTOR) ? KIND_NONE : KIND_CFA_OFFSET;
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

/* By a control word: V3 3.2.  A CFA plus an offset is said from the CFA's own register. */
static enum kind limit_of_flexible(enum saved saved, const struct recovery *recovery,
                                   const struct place *place)
{
    const struct place said = is_slot(place) ? *place : place_resolved(place, &recovery->cfa);
    if (said.kind != PLACE_AT || (said.base == BASE_CFA && !said.deref))
        return because(saved, EXPRESSION);
    return fits(said.offset) ? KIND_NONE : because(saved, OFFSET);
}

/* By a word of a default row: a slot; on s390x before V3 also a register (V2E1 3.3), as slots are even. */
static enum kind limit_of_word(const struct machine *machine, enum saved saved, const struct place *place)
{
    const bool registers = machine->abi == SFR_S390X;
    if (is_slot(place)) {
        const bool odd = registers && (place->offset & 1) != 0;
        const bool invalid = registers && saved == RA && place->offset == 0;
        return fits(place->offset) && !odd && !invalid ? KIND_NONE : because(saved, OFFSET);
    }
    const bool in_register =
        place->kind == PLACE_AT && !place->deref && place->base != BASE_CFA && place->offset == 0;
    if (in_register && registers)
        return KIND_NONE;
    return because(saved, in_register ? REGISTER : EXPRESSION);
}

static enum kind limit_of_ra(enum sfr_profile profile, const struct machine *machine,
                             const struct recovery *recovery)
{
    const struct place *const ra = &recovery->ra;
    const bool fixed = machine->abi == SFR_AMD64;
    if (ra->kind == PLACE_UNDEFINED)
        return profile >= SFR_V2E2 ? KIND_NONE : KIND_RA_UNDEFINED;
    if (ra->kind == PLACE_SAME)
        return fixed ? KIND_RA_ELSEWHERE : KIND_NONE;
    if (fixed && is_slot(ra) && ra->offset == -8)
        return KIND_NONE;
    if (profile == SFR_V3)
        return limit_of_flexible(RA, recovery, ra);
    return fixed ? KIND_RA_ELSEWHERE : limit_of_word(machine, RA, ra);
}

/* On AArch64 words stand for RA, then FP; from V2E1 3.2 on there are one or three. */
static enum kind limit_of_fp(enum sfr_profile profile, const struct machine *machine,
                             const struct recovery *recovery)
{
    const struct place *const fp = &recovery->fp;
    if (fp->kind == PLACE_UNDEFINED)
        return KIND_FP_UNDEFINED;
    const bool aarch64 = machine->elf_machine == EM_AARCH64, both = aarch64 && profile >= SFR_V2E1;
    if (fp->kind == PLACE_SAME)
        return both && profile != SFR_V3 && is_slot(&recovery->ra) ? KIND_RA_WITHOUT_FP : KIND_NONE;
    if (profile == SFR_V3)
        return limit_of_flexible(FP, recovery, fp);
    if (aarch64 && is_slot(fp) && !is_slot(&recovery->ra))
        return KIND_FP_WITHOUT_RA;
    return limit_of_word(machine, FP, fp);
}

/* SFrame has no rule for SP: it is the CFA.  On s390x it is the CFA less 160 (V2E1 3.3), and CFI that tells
 * where the caller's SP was saved is held to the same by the ABI. */
static enum kind limit_of_sp(const struct machine *machine, const struct recovery *recovery)
{
    if (machine->abi == SFR_S390X)
        return KIND_NONE;
    const struct place cfa = place_at(BASE_CFA, 0, false);
    const struct place said = place_resolved(&recovery->sp, &recovery->cfa),
                       implied = place_resolved(&cfa, &recovery->cfa);
    return place_equal(&said, &implied) ? KIND_NONE : KIND_SP_ELSEWHERE;
}

struct limits limits_of_row(enum sfr_profile profile, const struct machine *machine,
                            const struct recovery *recovery)
{
    struct limits limits = {.ra = limit_of_ra(profile, machine, recovery)};
    if (recovery->ra.kind == PLACE_UNDEFINED)
        return limits; /* nothing else is asked of an outermost frame */
    limits.cfa = limit_of_cfa(profile == SFR_V3, machine, &recovery->cfa);
    limits.fp = limit_of_fp(profile, machine, recovery);
    limits.sp = limit_of_sp(machine, recovery);
    return limits;
}

/* --- Functions ----------------------------------------------------------------------------------------- */

static enum kind limit_of_place(enum sfr_profile profile, const struct cfi_function *function,
                                uint64_t section_address)
{
    const uint64_t distance = function->start - section_address;
    if (function->end - function->start > UINT32_MAX)
        return KIND_TOO_LARGE;
    if (profile != SFR_V3 && distance + INT32_MAX + 1ULL > UINT32_MAX)
        return KIND_TOO_FAR;
    return profile == SFR_V3 && function->row_count > V3_ROWS ? KIND_TOO_MANY_ROWS : KIND_NONE;
}

enum kind limit_of_function(enum sfr_profile profile, const struct cfi_table *table,
                            const struct cfi_function *function, uint64_t section_address)
{
    if (function->unreadable)
        return KIND_CFI_UNREADABLE;
    for (size_t i = 0; i < function->row_count; i++) {
        const struct limits limits =
            limits_of_row(profile, table->machine, &table->rows[function->first_row + i].recovery);
        const enum kind kinds[] = {limits.cfa, limits.ra, limits.fp, limits.sp};
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (kinds[k] != KIND_NONE)
                return kinds[k];
    }
    if (function->signal && profile != SFR_V3)
        return KIND_SIGNAL_FRAME;
    return limit_of_place(profile, function, section_address);
}
