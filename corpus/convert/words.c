#include "words.h"

#include <elf.h>

enum { AMD64_RA = -8 };
enum { S390X_ADJUSTMENT = 160, S390X_FACTOR = 8, S390X_NO_RA = 0 };
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
static bool add_cfa_offset(const struct machine *machine, int64_t offset, struct words *words)
{
    const bool smaller = machine->elf_machine == EM_S390;
    const int64_t adjusted = smaller ? offset - S390X_ADJUSTMENT : offset,
                  factor = smaller ? S390X_FACTOR : 1;
    add(words, adjusted / factor);
    return adjusted % factor == 0;
}

/* --- Default rows -------------------------------------------------------------------------------------- */

/* The base is a bit, the first word the offset. */
static enum drop add_cfa(const struct machine *machine, const struct place *cfa, struct words *words)
{
    if (cfa->kind != PLACE_AT || cfa->deref)
        return DROP_CFA_EXPRESSION;
    if (cfa->base != machine->sp && cfa->base != machine->fp)
        return DROP_CFA_BASE;
    words->base_sp = cfa->base == machine->sp;
    return add_cfa_offset(machine, cfa->offset, words) ? DROP_NONE : DROP_CFA_OFFSET;
}

/* AMD64: RA is fixed, the second word is FP's: V2E1 3.1. */
static enum drop add_amd64(const struct recovery *recovery, struct words *words)
{
    if (!in_slot(&recovery->ra) || recovery->ra.offset != AMD64_RA)
        return DROP_RA;
    if (in_slot(&recovery->fp))
        add(words, recovery->fp.offset);
    return in_slot(&recovery->fp) || recovery->fp.kind == PLACE_SAME ? DROP_NONE : DROP_FP;
}

/* AArch64: RA's word, then FP's; since V2E1 3.2 both or neither. */
static enum drop add_aarch64(const struct flavour *flavour, const struct recovery *recovery,
                             struct words *words)
{
    const bool ra = in_slot(&recovery->ra), fp = in_slot(&recovery->fp);
    if (!ra && recovery->ra.kind != PLACE_SAME)
        return DROP_RA;
    if ((!fp && recovery->fp.kind != PLACE_SAME) || (fp && !ra) || (ra && !fp && flavour->paired))
        return DROP_FP;
    if (ra)
        add(words, recovery->ra.offset);
    if (fp)
        add(words, recovery->fp.offset);
    return DROP_NONE;
}

/* A slot is its offset, which is even; a register, its number and a set bit: V2E1 3.3, and no more in V3. */
static bool s390x_word(const struct flavour *flavour, const struct place *place, int64_t *word)
{
    const bool named =
        place->kind == PLACE_AT && place->base != BASE_CFA && !place->deref && place->offset == 0;
    *word = named ? (int64_t)place->base << 1 | 1 : place->offset;
    return named ? !flavour->flexible : in_slot(place) && (place->offset & 1) == 0;
}

static enum drop add_s390x(const struct flavour *flavour, const struct recovery *recovery,
                           struct words *words)
{
    const bool ra = recovery->ra.kind != PLACE_SAME, fp = recovery->fp.kind != PLACE_SAME;
    int64_t ra_word = S390X_NO_RA, fp_word = 0;
    if (ra && (!s390x_word(flavour, &recovery->ra, &ra_word) || ra_word == S390X_NO_RA))
        return DROP_RA;
    if (fp && !s390x_word(flavour, &recovery->fp, &fp_word))
        return DROP_FP;
    if (ra || fp)
        add(words, ra_word);
    if (fp)
        add(words, fp_word);
    return DROP_NONE;
}

static enum drop add_default(const struct flavour *flavour, const struct machine *machine,
                             const struct recovery *recovery, struct words *words)
{
    const enum drop cfa = add_cfa(machine, &recovery->cfa, words);
    if (cfa != DROP_NONE)
        return cfa;
    switch (machine->elf_machine) {
    case EM_X86_64:
        return add_amd64(recovery, words);
    case EM_AARCH64:
        return add_aarch64(flavour, recovery, words);
    default:
        return add_s390x(flavour, recovery, words);
    }
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
    const struct place resolved = place_resolved(place, &recovery->cfa);
    const struct place *const said = in_slot(place) ? place : &resolved;
    if (!add_control(said, words))
        return false;
    add(words, said->offset);
    return true;
}

static enum drop add_flexible(const struct machine *machine, const struct recovery *recovery,
                              struct words *words)
{
    const bool fixed = machine->elf_machine == EM_X86_64;
    const bool usual_ra =
        fixed ? in_slot(&recovery->ra) && recovery->ra.offset == AMD64_RA : recovery->ra.kind == PLACE_SAME;
    const bool fp = recovery->fp.kind != PLACE_SAME;
    if (recovery->cfa.base == BASE_CFA || !add_control(&recovery->cfa, words))
        return DROP_CFA_EXPRESSION;
    if (!add_cfa_offset(machine, recovery->cfa.offset, words))
        return DROP_CFA_OFFSET;
    if (!usual_ra && !add_flexible_register(recovery, &recovery->ra, words))
        return DROP_RA;
    if (usual_ra && fp)
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
static bool usual_sp(const struct machine *machine, const struct recovery *recovery)
{
    const struct place cfa = recovery->cfa, sp = place_resolved(&recovery->sp, &cfa);
    return machine->sp_from_cfa != 0 || place_equal(&sp, &cfa);
}

enum drop words_of(const struct flavour *flavour, const struct machine *machine,
                   const struct recovery *recovery, bool flexible, struct words *words)
{
    *words = (struct words){.mangled = recovery->mangled};
    if (recovery->ra.kind == PLACE_UNDEFINED)
        return flavour->undefined ? DROP_NONE : DROP_RA_UNDEFINED;
    const enum drop drop =
        flexible ? add_flexible(machine, recovery, words) : add_default(flavour, machine, recovery, words);
    if (drop != DROP_NONE)
        return drop;
    if (!usual_sp(machine, recovery))
        return DROP_SP;
    const int size = size_of(words, flexible);
    words->size = (uint8_t)size;
    return size < 0 ? DROP_CFA_OFFSET : DROP_NONE;
}
