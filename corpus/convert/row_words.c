#include "row_words.h"

enum { NO_RA = 0 }; /* RA's word where that may fill its place */
enum { REG_P = 1, DEREF_P = 2, REGNUM_SHIFT = 3 };

static void add(struct words *words, int64_t value)
{
    words->values[words->count++] = value;
}

static bool in_slot(const struct place *place)
{
    return place->kind == PLACE_AT && place->base == BASE_CFA && place->deref;
}

/* s390x stores the CFA's offset smaller, in flexible rows too: V2E1 3.3, V3 3.1.3 (ledger:
 * s390x-flex-cfa-scaled).  False if no word says it. */
static bool add_cfa_offset(const struct sfr_abi_facts *abi, int64_t offset, struct words *words)
{
    const int64_t adjusted = offset - abi->cfa_bias;
    add(words, adjusted / abi->cfa_scale);
    return adjusted % abi->cfa_scale == 0;
}

/* --- Default rows -------------------------------------------------------------------------------------- */

/* The base is a bit, the first word the offset. */
static enum drop add_cfa(const struct sfr_abi_facts *abi, const struct place *cfa, struct words *words)
{
    if (cfa->kind != PLACE_AT || cfa->deref)
        return DROP_CFA_EXPRESSION;
    if (cfa->base != abi->sp && cfa->base != abi->fp)
        return DROP_CFA_BASE;
    words->base_sp = cfa->base == abi->sp;
    return add_cfa_offset(abi, cfa->offset, words) ? DROP_NONE : DROP_CFA_OFFSET;
}

/* Whether RA is where it is without a word. */
static bool usual_ra(const struct sfr_abi_facts *abi, const struct place *ra)
{
    return abi->fixed_ra != 0 ? in_slot(ra) && ra->offset == abi->fixed_ra : ra->kind == PLACE_SAME;
}

/* RA is fixed, the second word is FP's: AMD64, V2E1 3.1. */
static enum drop add_fp(const struct sfr_abi_facts *abi, const struct recovery *recovery, struct words *words)
{
    if (!usual_ra(abi, &recovery->ra))
        return DROP_RA;
    if (in_slot(&recovery->fp))
        add(words, recovery->fp.offset);
    return in_slot(&recovery->fp) || recovery->fp.kind == PLACE_SAME ? DROP_NONE : DROP_FP;
}

/* RA's word, then FP's; PAIRED: both or neither, as since V2E1 3.2 on AArch64. */
static enum drop add_slots(bool paired, const struct recovery *recovery, struct words *words)
{
    const bool ra = in_slot(&recovery->ra), fp = in_slot(&recovery->fp);
    if (!ra && recovery->ra.kind != PLACE_SAME)
        return DROP_RA;
    if ((!fp && recovery->fp.kind != PLACE_SAME) || (fp && !ra) || (ra && !fp && paired))
        return DROP_FP;
    if (ra)
        add(words, recovery->ra.offset);
    if (fp)
        add(words, recovery->fp.offset);
    return DROP_NONE;
}

/* A slot is its offset, which is even; a register, its number and a set bit: V2E1 3.3, and no more in V3. */
static bool slot_or_register(const struct sfr_text_facts *text, const struct place *place, int64_t *word)
{
    const bool named =
        place->kind == PLACE_AT && place->base != BASE_CFA && !place->deref && place->offset == 0;
    *word = named ? (int64_t)place->base << 1 | 1 : place->offset;
    return named ? text->register_words : in_slot(place) && (place->offset & 1) == 0;
}

/* RA's word, or one that fills its place, then FP's: s390x. */
static enum drop add_slots_or_registers(const struct sfr_text_facts *text, const struct recovery *recovery,
                                        struct words *words)
{
    const bool ra = recovery->ra.kind != PLACE_SAME, fp = recovery->fp.kind != PLACE_SAME;
    int64_t ra_word = NO_RA, fp_word = 0;
    if (ra && (!slot_or_register(text, &recovery->ra, &ra_word) || ra_word == NO_RA))
        return DROP_RA;
    if (fp && !slot_or_register(text, &recovery->fp, &fp_word))
        return DROP_FP;
    if (ra || fp)
        add(words, ra_word);
    if (fp)
        add(words, fp_word);
    return DROP_NONE;
}

static enum drop add_default(enum sfr_profile profile, const struct sfr_abi_facts *abi,
                             const struct recovery *recovery, struct words *words)
{
    const enum drop cfa = add_cfa(abi, &recovery->cfa, words);
    if (cfa != DROP_NONE)
        return cfa;
    if (abi->fixed_ra != 0)
        return add_fp(abi, recovery, words);
    if (abi->register_words)
        return add_slots_or_registers(sfr_text_facts(profile), recovery, words);
    return add_slots(abi->paired_words && sfr_text_states(profile, SFR_aarch64_count), recovery, words);
}

/* --- Flexible rows ------------------------------------------------------------------------------------- */

/* What the CFA plus an offset is, its own register must say: V3 3.2. */
static bool add_control(const struct place *place, struct words *words)
{
    const bool from_cfa = place->base == BASE_CFA;
    if (place->kind != PLACE_AT || (from_cfa && !place->deref))
        return false;
    const int64_t control = from_cfa ? 0 : (int64_t)place->base << REGNUM_SHIFT | REG_P;
    add(words, control | (place->deref ? DEREF_P : 0));
    return true;
}

static bool add_flexible_register(const struct recovery *recovery, const struct place *place,
                                  struct words *words)
{
    const struct place resolved = cfi_place_resolved(place, &recovery->cfa);
    const struct place *const said = in_slot(place) ? place : &resolved;
    if (!add_control(said, words))
        return false;
    add(words, said->offset);
    return true;
}

static enum drop add_flexible(const struct sfr_abi_facts *abi, const struct recovery *recovery,
                              struct words *words)
{
    const bool usual = usual_ra(abi, &recovery->ra);
    const bool fp = recovery->fp.kind != PLACE_SAME;
    if (recovery->cfa.base == BASE_CFA || !add_control(&recovery->cfa, words))
        return DROP_CFA_EXPRESSION;
    if (!add_cfa_offset(abi, recovery->cfa.offset, words))
        return DROP_CFA_OFFSET;
    if (!usual && !add_flexible_register(recovery, &recovery->ra, words))
        return DROP_RA;
    if (usual && fp)
        add(words, 0);
    return !fp || add_flexible_register(recovery, &recovery->fp, words) ? DROP_NONE : DROP_FP;
}

/* Control words have no sign, so they reach further; -1 if four bytes are too few. */
static int size_of(const struct words *words, bool flexible)
{
    int size = 0;
    bool control = flexible;
    for (unsigned i = 0; i < words->count; i++) {
        const int64_t value = words->values[i];
        while (size < 3 && (control ? value >= (int64_t)1 << (8 << size)
                                    : value < -((int64_t)1 << ((8 << size) - 1)) ||
                                          value >= (int64_t)1 << ((8 << size) - 1)))
            size++;
        control = flexible && (!control || value == 0);
    }
    return size < 3 ? size : -1;
}

/* --- Either -------------------------------------------------------------------------------------------- */

/* The caller's SP is the CFA, but where the ABI says otherwise. */
static bool usual_sp(const struct sfr_abi_facts *abi, const struct recovery *recovery)
{
    const struct place cfa = recovery->cfa, sp = cfi_place_resolved(&recovery->sp, &cfa);
    return abi->sp_from_cfa != 0 || cfi_place_equal(&sp, &cfa);
}

enum drop cfi_words_of(enum sfr_profile profile, const struct machine *machine,
                       const struct recovery *recovery, bool flexible, struct words *words)
{
    const struct sfr_abi_facts *const abi = facts_of(machine);
    *words = (struct words){.mangled = recovery->mangled};
    if (recovery->ra.kind == PLACE_UNDEFINED)
        return sfr_text_facts(profile)->outermost_rows ? DROP_NONE : DROP_RA_UNDEFINED;
    const enum drop drop =
        flexible ? add_flexible(abi, recovery, words) : add_default(profile, abi, recovery, words);
    if (drop != DROP_NONE)
        return drop;
    if (!usual_sp(abi, recovery))
        return DROP_SP;
    const int size = size_of(words, flexible);
    words->size = (uint8_t)size;
    return size < 0 ? DROP_CFA_OFFSET : DROP_NONE;
}
