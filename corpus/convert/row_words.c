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
 * s390x-flex-cfa-scaled). */
static void add_cfa_offset(const struct sfr_abi_facts *abi, int64_t offset, struct words *words)
{
    add(words, (offset - abi->cfa_bias) / abi->cfa_scale);
}

/* --- Default rows -------------------------------------------------------------------------------------- */

/* A slot is its offset, which is even; a register, its number and a set bit: V2E1 3.3, and no more in V3. */
static int64_t slot_or_register(const struct place *place)
{
    return in_slot(place) ? place->offset : (int64_t)place->base << 1 | 1;
}

/* The CFA's base is a bit, the first word its offset.  Then RA's word, unless its place is fixed, or one that
 * fills its place, and FP's. */
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

/* What the CFA plus an offset is, its own register must say: V3 3.2. */
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

/* Control words have no sign, so they reach further. */
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
