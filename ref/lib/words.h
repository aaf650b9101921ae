/* The words of a row: how they are read, and the rules that the files on ABIs and flexible rows make of
 * them. */
#ifndef REF_LIB_WORDS_H
#define REF_LIB_WORDS_H

#include "internal.h"

/* The offset of the info byte, which lies right before the words [fre.layout]. */
static FAST size_t info_offset(const struct sfr_row *row)
{
    return row->words - 1;
}

static FAST size_t word_offset(const struct sfr_row *row, unsigned i)
{
    return row->words + (size_t)i * row->word_size;
}

/* Word I, below word_count, as wide as the row says [overview.dataword]. */
static FAST uint32_t word_unsigned(const struct sfr_section *section, struct manner how,
                                   const struct sfr_row *row, unsigned i)
{
    return load_before(section->bytes, word_offset(row, i + 1), row->word_size, how.big_endian);
}

/* [fre.words-signed], [fre.words-signed-implied] */
static FAST int32_t word_signed(const struct sfr_section *section, struct manner how,
                                const struct sfr_row *row, unsigned i)
{
    const size_t end = word_offset(row, i + 1), width = row->word_size;
    return (int32_t)load_high(section->bytes, end, width, how.big_endian) >> (32 - 8 * width);
}

/* Sets a rule member by member, in place.  If it were built elsewhere and copied, it would be read in
 * wider units than it was written, for which processors wait. */
static FAST void set_rule(struct sfr_rule *rule, enum sfr_rule_kind kind, enum sfr_base base, int64_t offset,
                          bool deref)
{
    rule->kind = kind;
    rule->base = base;
    rule->deref = deref;
    rule->regnum = 0;
    rule->offset = offset;
}

static FAST void set_kind(struct sfr_rule *rule, enum sfr_rule_kind kind)
{
    set_rule(rule, kind, SFR_SP, 0, false);
}

/* An ABI may store the offset from the CFA's base adjusted, then scaled down: [s390x.cfa-encoded]. */
static FAST int64_t cfa_offset(const struct sfr_section *section, int64_t word)
{
    return word * abi_of(section)->cfa_scale + abi_of(section)->cfa_bias; /* [s390x.cfa-decoded] */
}

/* The first word of a default row: the CFA is at that distance from SP or FP. */
static FAST void set_default_cfa(const struct sfr_section *section, struct manner how,
                                 const struct sfr_row *row, struct sfr_rule *rule)
{
    /* [fre.cfa], [fdetype.default] */
    set_rule(rule, SFR_AT, row->base_sp ? SFR_SP : SFR_FP,
             cfa_offset(section, word_signed(section, how, row, 0)), false);
}

/* The header's fixed OFFSET, if not 0, says where from the CFA the register was saved; else OTHERWISE holds. */
static FAST void set_fixed(struct sfr_rule *rule, int8_t offset, enum sfr_rule_kind otherwise)
{
    if (offset != 0) /* [header.fixed-none] */
        set_rule(rule, SFR_AT, SFR_CFA, offset, true);
    else
        set_kind(rule, otherwise);
}

/* The register was saved at the offset in word I, if the row has that word; else as set_fixed() says.
 * Without a word for it, RA is still in its register [aarch64.ra-tracked], [aarch64.one-word]. */
static FAST void set_slot(const struct sfr_section *section, struct manner how, const struct sfr_row *row,
                          unsigned i, int8_t fixed, struct sfr_rule *rule)
{
    if (i < row->word_count)
        set_rule(rule, SFR_AT, SFR_CFA, word_signed(section, how, row, i), true);
    else
        set_fixed(rule, fixed, SFR_SAME);
}

#endif
