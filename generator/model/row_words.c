/* The words of a row, from its rules. */
#include "encode.h"

static void word(struct words *words, int64_t value, bool control)
{
    words->value[words->count] = value;
    words->control[words->count] = control;
    words->count++;
}

static void cannot(struct words *words, const char *error)
{
    if (words->error == NULL)
        words->error = error;
}

/* The word for the CFA's offset.  On s390x it is adjusted and scaled, in flexible rows too, as the oracle
 * reads them (ledger: s390x-flex-cfa-scaled). */
static void cfa_offset(const struct section *section, int64_t offset, struct words *words)
{
    const struct abi_facts *abi = &gen_abi_facts[section->abi];
    int64_t scaled = offset - abi->cfa_addend;
    if (scaled % abi->cfa_factor != 0)
        cannot(words, "a CFA offset on s390x is a multiple of 8");
    word(words, scaled / abi->cfa_factor, false);
}

static void default_cfa(const struct section *section, const struct rule *rule, struct words *words)
{
    if ((rule->place != PLACE_SP && rule->place != PLACE_FP) || rule->deref)
        cannot(words, "a default row's CFA is SP or FP plus an offset");
    cfa_offset(section, rule->offset, words);
}

/* The word for RA (if `place_of_ra`) or FP in a default row.  For RA a word of 0 can mean "not saved". */
static void default_slot(const struct section *section, const struct rule *rule, bool place_of_ra,
                         struct words *words)
{
    if (rule->place == PLACE_PADDED && place_of_ra && gen_abi_facts[section->abi].zero_is_unsaved) {
        word(words, 0, false);
    } else if (rule->place == PLACE_REGISTER && default_names_registers(section->profile, section->abi)) {
        if (rule->offset != 0 || rule->deref)
            cannot(words, "a register in a default row on s390x takes no offset");
        word(words, (int64_t)rule->reg << 1 | 1, false);
    } else if (rule->place == PLACE_CFA && rule->deref) {
        if (default_names_registers(section->profile, section->abi) && rule->offset % 2 != 0)
            cannot(words, "an odd word on s390x names a register");
        if (place_of_ra && gen_abi_facts[section->abi].zero_is_unsaved && rule->offset == 0)
            cannot(words, "an RA word of 0 on s390x means not saved");
        word(words, rule->offset, false);
    } else {
        cannot(words, "a default row has no word for this rule");
    }
}

static void default_words(const struct section *section, const struct row *row, struct words *words)
{
    bool tracked = gen_ra_tracked(section);
    bool says_fp = row->fp.place != PLACE_UNSAID;
    default_cfa(section, &row->cfa, words);
    if (row->ra.place != PLACE_UNSAID) {
        if (!tracked)
            cannot(words, "RA is not tracked, so a default row has no word for it");
        default_slot(section, &row->ra, true, words);
    } else if (tracked && (says_fp || row->extra_count > 0)) {
        cannot(words, "RA has no word, so nothing can follow in the row");
    }
    if (says_fp)
        default_slot(section, &row->fp, false, words);
    else if (row->extra_count > 0)
        cannot(words, "FP has no word, so nothing can follow in the row");
}

static void control_word(const struct section *section, const struct rule *rule, struct words *words)
{
    uint32_t reg = rule->reg;
    if (rule->place == PLACE_SP)
        reg = gen_abi_facts[section->abi].sp;
    else if (rule->place == PLACE_FP)
        reg = gen_abi_facts[section->abi].fp;
    uint64_t control =
        (rule->place == PLACE_CFA ? 0 : (uint64_t)reg << 3 | 1) | (rule->deref ? 2U : 0) | rule->idle_bits;
    if (control == 0)
        cannot(words, "a control word of 0 is padding");
    if (rule->place > PLACE_REGISTER)
        cannot(words, "no pair of words says this rule");
    word(words, (int64_t)control, true);
}

/* One rule of a flexible row: its pair, padding, or nothing if nothing follows. */
static void flexible_rule(const struct section *section, const struct rule *rule, bool last,
                          struct words *words)
{
    if (rule->place == PLACE_PADDED || (rule->place == PLACE_UNSAID && !last)) {
        word(words, 0, true);
    } else if (rule->place != PLACE_UNSAID) {
        control_word(section, rule, words);
        word(words, rule->offset, false);
    }
}

static void flexible_words(const struct section *section, const struct row *row, struct words *words)
{
    bool surplus = row->extra_count > 0;
    if (!gen_is_said(&row->cfa))
        cannot(words, "a flexible row's CFA has a rule");
    control_word(section, &row->cfa, words);
    cfa_offset(section, row->cfa.offset, words);
    flexible_rule(section, &row->ra, row->fp.place == PLACE_UNSAID && !surplus, words);
    flexible_rule(section, &row->fp, !surplus, words);
}

static bool word_fits(int64_t value, bool control, uint8_t size)
{
    int64_t span = (int64_t)1 << (8 * size);
    return control ? value >= 0 && value < span : value >= -(span / 2) && value < span / 2;
}

static bool words_fit(const struct words *words, uint8_t size)
{
    for (unsigned i = 0; i < words->count; i++)
        if (!word_fits(words->value[i], words->control[i], size))
            return false;
    return true;
}

void gen_row_words(const struct section *section, const struct function *function, const struct row *row,
                   struct words *words)
{
    words->count = 0;
    words->extra_at = -1;
    words->error = NULL;
    if (!row->empty) {
        if (function->fde_type == FDE_FLEX)
            flexible_words(section, row, words);
        else
            default_words(section, row, words);
    }
    if (row->extra_count > 0)
        words->extra_at = (int)words->count;
    for (unsigned i = 0; i < row->extra_count; i++)
        word(words, row->extra[i], false);
    words->size = row->word_size != 0 ? row->word_size : 1;
    while (row->word_size == 0 && words->size < 4 && !words_fit(words, words->size))
        words->size = (uint8_t)(words->size * 2);
    if (words->count > MAX_WORDS)
        cannot(words, "a row has at most 15 words");
    if (!words_fit(words, words->size))
        cannot(words, "a word does not fit");
    if (function->fre_type < FRE_ADDR4 && row->start >> (8U << function->fre_type) != 0)
        cannot(words, "its start does not fit (addr2 and addr4 have more bytes)");
}
