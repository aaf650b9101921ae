/* Flexible functions: what the words of a row say (V3 3.2), alike for every ABI; but s390x
 * stores its CFA as in default rows (V3 3.1.3). */
#include "words.h"

enum { REG_P = 1 << 0, DEREF_P = 1 << 1, UNUSED = 1 << 2, REGNUM_SHIFT = 3 };
enum { PADDING = 0 }; /* [flex.padding] */

/* The words of a row; `at` is the next to take. */
struct words {
    const struct sfr_section *section;
    const struct sfr_row *row;
    unsigned at;
};

/* A rule: base plus offset, or what lies there: [flex.value].  CONTROL is not 0: [flex.cfa-plus-zero]. */
static void set_pair(struct sfr_rule *rule, uint32_t control, int32_t offset)
{
    const bool reg_p = (control & REG_P) != 0; /* [flex.reg-p] */
    /* [flex.deref-p], [flex.deref-zero] */
    set_rule(rule, SFR_AT, reg_p ? SFR_REGISTER : SFR_CFA, offset, (control & DEREF_P) != 0);
    /* [flex.regnum], [flex.regnum-effective] */
    rule->regnum = reg_p ? control >> REGNUM_SHIFT : 0;
}

/* Takes the rule of CFA, RA or FP, if words are left: a pair of words [flex.pairs], as wide as the row says
 * [flex.word-size].  False if the row ends after the first word of the pair. */
static bool take_rule(struct words *words, struct sfr_rule *rule, struct sink *sink)
{
    if (words->at >= words->row->word_count)
        return true;
    const unsigned at = words->at++;
    const uint32_t control = word_unsigned(words->section, manner_of(words->section), words->row,
                                           at); /* [flex.control-unsigned] */
    const size_t offset = word_offset(words->row, at);
    if (control == PADDING) /* [flex.zero-alone], [flex.ra-padding] */
        return true;
    if ((control & UNUSED) != 0)
        sfr_breach(sink, SFR_flex_unused, SFR_IRREGULAR, offset, control, 0);
    set_kind(rule, SFR_UNSTATED);
    if (words->at >= words->row->word_count)
        return sfr_fault(sink, SFR_flex_pair_whole, SFR_IRREGULAR, offset, control, 0);
    set_pair(rule, control,
             word_signed(words->section, manner_of(words->section), words->row,
                         words->at++)); /* [flex.offset-signed] */
    return true;
}

/* Takes the CFA's rule; the base bit of the info byte has no say in it: [flex.base-reg-unused]. */
static bool take_cfa(struct words *words, struct sfr_rule *rule, struct sink *sink)
{
    const size_t offset = word_offset(words->row, 0);
    const uint32_t control = word_unsigned(words->section, manner_of(words->section), words->row, 0);
    if (control == PADDING) {
        words->at = 1;
        return sfr_fault(sink, SFR_flex_cfa_first, SFR_IRREGULAR, offset, control, REG_P);
    }
    if (!take_rule(words, rule, sink))
        return false;
    if ((control & REG_P) == 0) {
        set_kind(rule, SFR_UNSTATED);
        return sfr_fault(sink, SFR_flex_cfa_register, SFR_IRREGULAR, offset, control, REG_P);
    }
    /* [s390x.cfa-encoded]; chapter 3.2 is silent (ledger: s390x-flex-cfa-scaled) */
    rule->offset = cfa_offset(words->section, rule->offset);
    return true;
}

bool sfr_flexible_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                        struct sink *sink)
{
    struct words words = {section, row, 0};
    set_kind(&rules->cfa, SFR_UNSTATED);
    /* [flex.zero-fixed] */
    set_fixed(&rules->ra, section->fixed_ra, abi_of(section)->fixed_ra != 0 ? SFR_UNSTATED : SFR_SAME);
    set_fixed(&rules->fp, section->fixed_fp, SFR_SAME);
    /* [flex.order], [trace.flex-words] */
    const bool cfa = take_cfa(&words, &rules->cfa, sink);
    const bool ra = take_rule(&words, &rules->ra, sink);
    const bool fp = take_rule(&words, &rules->fp, sink);
    if (words.at < row->word_count)
        sfr_breach(sink, SFR_flex_surplus, SFR_IRREGULAR, word_offset(row, words.at), row->word_count,
                   words.at);
    return cfa && ra && fp;
}
