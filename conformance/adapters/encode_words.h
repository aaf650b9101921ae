/* Makes the words of a row from its rules, as sframe.h describes them.  A caller of libsframe's encoder has
 * to do that itself, as the library takes rows as words.  This is a part of libsframe_encoder.c. */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <sframe-api.h>

/* What the words of an ABI's rows are like. */
struct abi_words {
    const char *name;
    unsigned sp, fp;           /* DWARF's numbers */
    bool has_ra;               /* a word for RA, unless the header has its place */
    bool has_record;           /* RA and FP both have words, or neither has */
    bool has_codes;            /* the CFA's offset is encoded, and a word can say that RA is not saved */
    unsigned versions_of_regs; /* a set of the versions in which a word can be a register's number */
};

/* By the library's ABI numbers.  s390x has its number here, too, if sframe.h does not name it. */
static const struct abi_words abi_words[] = {
    [SFRAME_ABI_AARCH64_ENDIAN_BIG] =
        {.name = "aarch64_be", .sp = 31, .fp = 29, .has_ra = true, .has_record = true},
    [SFRAME_ABI_AARCH64_ENDIAN_LITTLE] =
        {.name = "aarch64", .sp = 31, .fp = 29, .has_ra = true, .has_record = true},
    [SFRAME_ABI_AMD64_ENDIAN_LITTLE] = {.name = "amd64", .sp = 7, .fp = 6},
#ifdef SFRAME_ABI_S390X_ENDIAN_BIG
    [SFRAME_ABI_S390X_ENDIAN_BIG] = {.name = "s390x",
                                     .sp = 15,
                                     .fp = 11,
                                     .has_ra = true,
                                     .has_codes = true,
                                     .versions_of_regs = 1U << SFRAME_VERSION_2},
#else
    [4] = {.name = "s390x", .sp = 15, .fp = 11, .has_ra = true},
#endif
};
enum { ABI_WORDS = sizeof abi_words / sizeof *abi_words };

enum { SET_BITS = 32 };

static inline bool holds(unsigned set, unsigned version)
{
    return version < SET_BITS && (set >> version & 1) != 0;
}

/* What all rows of a section have in common. */
struct layout {
    unsigned abi, version;
    int8_t fixed_fp, fixed_ra;
};

enum { MOST_ROW_WORDS = 6 };

struct words {
    int64_t values[MOST_ROW_WORDS];
    bool is_control[MOST_ROW_WORDS]; /* an unsigned word */
    unsigned count;
    bool base_sp;
    const char *unsaid; /* why the library's interface cannot take the row; NULL: it can */
};

struct place {
    enum { AS_IT_WAS, NOWHERE, SOMEWHERE, NOT_SAID } kind;
    const char *base; /* "sp", "fp", "cfa" or "r10" */
    int64_t offset;
    bool deref;
};

static inline struct place place_of(const json_t *row, const char *name)
{
    const json_t *const rule = json_object_get(row, name);
    if (rule == NULL)
        return (struct place){.kind = NOT_SAID};
    if (json_is_string(rule))
        return (struct place){.kind = strcmp(json_string_value(rule), "same") == 0 ? AS_IT_WAS : NOWHERE};
    return (struct place){.kind = SOMEWHERE,
                          .base = json_string_value(json_object_get(rule, "base")),
                          .offset = json_integer_value(json_object_get(rule, "offset")),
                          .deref = json_is_true(json_object_get(rule, "deref"))};
}

static inline void add_word(struct words *words, bool is_control, int64_t value)
{
    words->is_control[words->count] = is_control;
    words->values[words->count++] = value;
}

static inline bool is_slot(const struct place *place)
{
    return place->kind == SOMEWHERE && place->deref && strcmp(place->base, "cfa") == 0;
}

/* Whether the place needs no word: it is at the header's fixed offset or, if there is none, unchanged. */
static inline bool is_implied(const struct place *place, int8_t fixed)
{
    return place->kind == NOT_SAID ||
           (fixed != 0 ? is_slot(place) && place->offset == fixed : place->kind == AS_IT_WAS);
}

static inline unsigned register_of(unsigned abi, const char *base)
{
    if (base[0] == 'r')
        return (unsigned)strtoul(base + 1, NULL, 10);
    return strcmp(base, "sp") == 0 ? abi_words[abi].sp : abi_words[abi].fp;
}

/* --- Default rows --------------------------------------------------------------------------------------- */

static inline void add_default_cfa(const struct layout *layout, const struct place *cfa, struct words *words)
{
    int64_t offset = cfa->offset;
    words->base_sp = strcmp(cfa->base, "sp") == 0;
    if ((!words->base_sp && strcmp(cfa->base, "fp") != 0) || cfa->deref)
        words->unsaid = "a default row has a bit for the CFA's base: SP or FP";
#ifdef SFRAME_ABI_S390X_ENDIAN_BIG
    if (abi_words[layout->abi].has_codes) {
        const int64_t word = SFRAME_V2_S390X_CFA_OFFSET_ENCODE(offset);
        if (SFRAME_V2_S390X_CFA_OFFSET_DECODE(word) != offset)
            words->unsaid = "SFRAME_V2_S390X_CFA_OFFSET_ENCODE has no word for this offset";
        offset = word;
    }
#endif
    (void)layout;
    add_word(words, false, offset);
}

static inline void add_default(const struct layout *layout, const struct place *place, struct words *words)
{
#ifdef SFRAME_ABI_S390X_ENDIAN_BIG
    if (holds(abi_words[layout->abi].versions_of_regs, layout->version) && place->kind == SOMEWHERE &&
        !place->deref && place->offset == 0 && strcmp(place->base, "cfa") != 0) {
        add_word(words, false,
                 SFRAME_V2_S390X_OFFSET_ENCODE_REGNUM((int64_t)register_of(layout->abi, place->base)));
        return;
    }
#endif
    (void)layout;
    if (!is_slot(place))
        words->unsaid = "a default row has offsets of slots from the CFA";
    add_word(words, false, place->offset);
}

/* Adds the words of RA and FP, in this order.  On s390x, RA's word may be padding.  On AArch64 there are both
 * or none, also if the header has FP's place. */
static inline void add_default_registers(const struct layout *layout, const struct place *ra,
                                         const struct place *fp, struct words *words)
{
    const struct abi_words *const abi = &abi_words[layout->abi];
    const bool tracks_ra = abi->has_ra && layout->fixed_ra == SFRAME_CFA_FIXED_RA_INVALID;
    const bool says_ra = !is_implied(ra, layout->fixed_ra);
    const bool says_fp = !is_implied(fp, layout->fixed_fp) || (abi->has_record && says_ra && is_slot(fp));
    if (says_ra && !tracks_ra)
        words->unsaid = "RA has no word in rows of this header";
    else if (says_ra)
        add_default(layout, ra, words);
    else if (says_fp && tracks_ra) {
#ifdef SFRAME_FRE_RA_OFFSET_INVALID
        if (abi->has_codes)
            add_word(words, false, SFRAME_FRE_RA_OFFSET_INVALID);
        else
#endif
            words->unsaid = "FP's word comes behind RA's";
    }
    if (says_fp)
        add_default(layout, fp, words);
}

/* --- Flexible rows -------------------------------------------------------------------------------------- */

#ifdef SFRAME_VERSION_3
static inline void add_flexible(const struct layout *layout, const struct place *place, struct words *words)
{
    if (place->kind != SOMEWHERE) {
        words->unsaid = "a flexible row has words for places only";
        return;
    }
    const bool on_register = strcmp(place->base, "cfa") != 0;
    const int64_t number = on_register ? (int64_t)register_of(layout->abi, place->base) : 0;
    const int64_t control = SFRAME_V3_FLEX_FDE_CTRLWORD_ENCODE(number, place->deref, on_register);
    if (control == 0)
        words->unsaid = "a control word of 0 is padding";
    add_word(words, true, control);
    add_word(words, false, place->offset);
}

#endif

/* --- Either --------------------------------------------------------------------------------------------- */

static inline struct words words_of(const struct layout *layout, bool flexible, const json_t *row)
{
    const struct place cfa = place_of(row, "cfa"), ra = place_of(row, "ra"), fp = place_of(row, "fp");
    struct words words = {.count = 0};
    if (ra.kind == NOWHERE) {
#ifndef SFRAME_V2_FRE_RA_UNDEFINED_P
        words.unsaid = "sframe.h has no row that says that RA is undefined";
#endif
        return words;
    }
    if (cfa.kind != SOMEWHERE)
        words.unsaid = "a row has a CFA";
#ifdef SFRAME_VERSION_3
    else if (flexible) {
        const bool says_ra = !is_implied(&ra, layout->fixed_ra), says_fp = !is_implied(&fp, layout->fixed_fp);
        add_flexible(layout, &cfa, &words);
        if (says_ra)
            add_flexible(layout, &ra, &words);
        else if (says_fp)
            add_word(&words, true, 0);
        if (says_fp)
            add_flexible(layout, &fp, &words);
    }
#endif
    else {
        add_default_cfa(layout, &cfa, &words);
        add_default_registers(layout, &ra, &fp, &words);
    }
    (void)flexible;
    return words;
}

static inline bool fits(const struct words *words, unsigned bytes)
{
    const int64_t most = (int64_t)1 << (8 * bytes - 1);
    for (unsigned i = 0; i < words->count; i++)
        if (words->is_control[i] ? words->values[i] >= 2 * most
                                 : words->values[i] < -most || words->values[i] >= most)
            return false;
    return true;
}

/* Makes a row as the library takes it: all words have the smallest size that holds each, in the host's byte
 * order. */
static inline const char *fill_row(struct words *words, bool mangled, sframe_frame_row_entry *entry)
{
#ifdef MAX_NUM_DATAWORDS
    unsigned char *const bytes = entry->fre_datawords;
#else
    unsigned char *const bytes = entry->fre_offsets;
#endif
    unsigned size = 0;
    while (size < 3 && !fits(words, 1U << size))
        size++;
    if (words->unsaid == NULL && size == 3)
        words->unsaid = "words have four bytes at most";
    if (words->unsaid != NULL)
        return words->unsaid;
    for (unsigned i = 0; i < words->count; i++) {
        const uint8_t one = (uint8_t)words->values[i];
        const uint16_t two = (uint16_t)words->values[i];
        const uint32_t four = (uint32_t)words->values[i];
        const void *const from = size == 0 ? (const void *)&one : size == 1 ? (const void *)&two : &four;
        memcpy(bytes + ((size_t)i << size), from, (size_t)1 << size);
    }
    entry->fre_info = (unsigned char)SFRAME_V1_FRE_INFO(
        words->base_sp ? SFRAME_BASE_REG_SP : SFRAME_BASE_REG_FP, words->count, size);
    entry->fre_info = (unsigned char)SFRAME_V1_FRE_INFO_UPDATE_MANGLED_RA_P(mangled, entry->fre_info);
    return NULL;
}
