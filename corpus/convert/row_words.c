#include "row_words.h"

enum { NO_RA = 0 }; /* the word that fills RA's place if RA is not saved */
enum { REG_P = 1, DEREF_P = 2, REGNUM_SHIFT = 3 };

static void add(struct words *words, int64_t value)
{
    words->values[words->count++] = value;
}

static bool in_slot(const struct place *place)
{
    return place->kind == PLACE_AT && place->base == BASE_CFA && place->deref;
}

/* s390x stores the CFA's offset biased and scaled, in flexible rows too: V2E1 3.3, V3 3.1.3 (ledger:
 * s390x-flex-cfa-scaled). */
static void add_cfa_offset(const struct sfr_abi_facts *abi, int64_t offset, struct words *words)
{
    add(words, (offset - abi->cfa_bias) / abi->cfa_scale);
}

/* --- Default rows -------------------------------------------------------------------------------------- */

/* The word of a slot is its offset.  That of a register is odd, with the number above the lowest bit: s390x
 * (V2E1 3.3), where slots are even; V3 has it no more. */
static int64_t slot_or_register(const struct place *place)
{
    return in_slot(place) ? place->offset : (int64_t)place->base << 1 | 1;
}

/* The CFA's base is a bit; the first word is its offset.  Then comes RA's word, unless RA's place is fixed or
 * RA is not saved; on s390x another word may fill its place.  FP's word is last. */
static void add_default(const struct sfr_abi_facts *abi, const struct recovery *recovery, struct words *words)
{
    const bool ra = abi->fixed_ra == 0 && recovery->ra.kind != PLACE_SAME,
               fp = recovery->fp.kind != PLACE_SAME;
    words->base_sp = recovery->cfa.base == abi->sp;
    add_cfa_offset(abi, recovery->cfa.offset, words);
    if (ra)
        add(words, slot_or_register(&recovery->ra));
    else if (fp && abi->zero_ra_word)
        add(words, NO_RA);
    if (fp)
        add(words, slot_or_register(&recovery->fp));
}

/* --- Flexible rows ------------------------------------------------------------------------------------- */

static void add_control(const struct place *place, struct words *words)
{
    const int64_t control = place->base == BASE_CFA ? 0 : (int64_t)place->base << REGNUM_SHIFT | REG_P;
    add(words, control | (place->deref ? DEREF_P : 0));
}

/* What is the CFA plus an offset is said from the register that the CFA counts from: V3 3.2. */
static void add_register(const struct recovery *recovery, const struct place *place, struct words *words)
{
    const struct place said = in_slot(place) ? *place : cfi_place_resolved(place, &recovery->cfa);
    add_control(&said, words);
    add(words, said.offset);
}

static void add_flexible(const struct sfr_abi_facts *abi, const struct recovery *recovery,
                         struct words *words)
{
    const bool usual = abi->fixed_ra != 0 ? in_slot(&recovery->ra) && recovery->ra.offset == abi->fixed_ra
                                          : recovery->ra.kind == PLACE_SAME, /* RA needs no word */
               fp = recovery->fp.kind != PLACE_SAME;
    add_control(&recovery->cfa, words);
    add_cfa_offset(abi, recovery->cfa.offset, words);
    if (!usual)
        add_register(recovery, &recovery->ra, words);
    else if (fp)
        add(words, 0);
    if (fp)
        add_register(recovery, &recovery->fp, words);
}

/* --- Either -------------------------------------------------------------------------------------------- */

/* The size code of the narrowest words that hold all values.  Control words are unsigned. */
static uint8_t size_of(const struct words *words, bool flexible)
{
    uint8_t size = 0;
    bool control = flexible;
    for (unsigned i = 0; i < words->count; i++) {
        const int64_t value = words->values[i];
        while (size < 2 && (control ? value >= (int64_t)1 << (8 << size)
                                    : value < -((int64_t)1 << ((8 << size) - 1)) ||
                                          value >= (int64_t)1 << ((8 << size) - 1)))
            size++;
        control = flexible && (!control || value == 0);
    }
    return size;
}

struct words cfi_words_of(const struct machine *machine, const struct recovery *recovery, bool flexible)
{
    struct words words = {.mangled = recovery->mangled};
    if (recovery->ra.kind != PLACE_UNDEFINED) {
        (flexible ? add_flexible : add_default)(facts_of(machine), recovery, &words);
        words.size = size_of(&words, flexible);
    }
    return words;
}
