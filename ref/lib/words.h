/* The words of a row: how they are read, and the rules that the files on ABIs and flexible rows make of
 * them. */
#ifndef REF_LIB_WORDS_H
#define REF_LIB_WORDS_H

#include "internal.h"

/* The offset of the info byte, which lies right before the words [fre.layout]. */
static inline size_t info_offset(const struct sfr_row *row)
{
    return row->words - 1;
}

static inline size_t word_offset(const struct sfr_row *row, unsigned i)
{
    return row->words + (size_t)i * row->word_size;
}

/* Word I, below word_count, as wide as the row says [overview.dataword]. */
static inline uint32_t word_unsigned(const struct sfr_section *section, const struct sfr_row *row, unsigned i)
{
    struct cursor cursor = cursor_at(section, word_offset(row, i), row->next);
    return take_uint(&cursor, row->word_size); /* [fre.size-1], [fre.size-2], [fre.size-4] */
}

/* [fre.words-signed], [fre.words-signed-implied] */
static inline int32_t word_signed(const struct sfr_section *section, const struct sfr_row *row, unsigned i)
{
    const uint32_t word = word_unsigned(section, row, i);
    switch (row->word_size) {
    case 1:
        return (int8_t)word;
    case 2:
        return (int16_t)word;
    default:
        return (int32_t)word;
    }
}

/* Sets a rule member by member, in place.  If it were built elsewhere and copied, it would be read in
 * wider units than it was written, for which processors wait. */
static inline void set_rule(struct sfr_rule *rule, enum sfr_rule_kind kind, enum sfr_base base,
                            int64_t offset, bool deref)
{
    rule->kind = kind;
    rule->base = base;
    rule->deref = deref;
    rule->regnum = 0;
    rule->offset = offset;
}

static inline void set_kind(struct sfr_rule *rule, enum sfr_rule_kind kind)
{
    set_rule(rule, kind, SFR_SP, 0, false);
}

/* An ABI may store the offset from the CFA's base adjusted, then scaled down: [s390x.cfa-encoded]. */
static inline int64_t cfa_offset(const struct sfr_section *section, int64_t word)
{
    return word * abi_of(section)->cfa_scale + abi_of(section)->cfa_bias; /* [s390x.cfa-decoded] */
}

/* The first word of a default row: the CFA is at that distance from SP or FP. */
static inline void set_default_cfa(const struct sfr_section *section, const struct sfr_row *row,
                                   struct sfr_rule *rule)
{
    /* [fre.cfa], [fdetype.default] */
    set_rule(rule, SFR_AT, row->base_sp ? SFR_SP : SFR_FP, cfa_offset(section, word_signed(section, row, 0)),
             false);
}

/* The register was saved at a fixed offset from the CFA if the header has one; else OTHERWISE holds. */
static inline void set_fixed(struct sfr_rule *rule, int8_t offset, enum sfr_rule_kind otherwise)
{
    if (offset != 0) /* [header.fixed-none] */
        set_rule(rule, SFR_AT, SFR_CFA, offset, true);
    else
        set_kind(rule, otherwise);
}

/* The register was saved at the offset in word I, if the row has that word; else as set_fixed() says. */
static inline void set_slot(const struct sfr_section *section, const struct sfr_row *row, unsigned i,
                            int8_t fixed, struct sfr_rule *rule)
{
    if (i < row->word_count)
        set_rule(rule, SFR_AT, SFR_CFA, word_signed(section, row, i), true);
    else
        set_fixed(rule, fixed, SFR_SAME);
}

#endif
