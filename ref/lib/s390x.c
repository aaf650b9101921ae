/* s390x: what the words of a default row say (V2E1 3.3, V3 3.1.3). */
#include "words.h"

enum { RA_WORD = 1, FP_WORD = 2, KNOWN_WORDS = 3 };
enum { RA_INVALID = 0 }; /* [s390x.ra-invalid-value] */

/* Before V3 a word may name a register; in V3 every word is the offset of a slot: [changes.s390x-flex],
 * [s390x.register-flex]. */
static bool set_register(const struct sfr_section *section, const struct sfr_row *row, unsigned i,
                         struct sfr_rule *rule, struct sink *sink)
{
    if (i >= row->word_count || !text_of(section)->register_words)
        return true;
    const int32_t word = word_signed(section, manner_of(section), row, i);
    if ((word & 1) == 0) /* [s390x.slot]; [s390x.register] */
        return true;
    set_rule(rule, word < 0 ? SFR_UNSTATED : SFR_AT, SFR_REGISTER, 0, false);
    rule->regnum = (uint32_t)word >> 1; /* [s390x.register-number] */
    return word > 0 || sfr_fault(sink, SFR_s390x_register_positive, SFR_IRREGULAR, word_offset(row, i),
                                 (uint64_t)word, 0);
}

/* A word that is not there leaves its register as it was: [s390x.ra-absent], [s390x.fp-absent]. */
bool sfr_s390x_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                     struct sink *sink)
{
    if (row->word_count > KNOWN_WORDS)
        sfr_breach(sink, SFR_s390x_count, SFR_IRREGULAR, info_offset(row), row->word_count, KNOWN_WORDS);
    const bool ra = set_register(section, row, RA_WORD, &rules->ra, sink);
    /* [s390x.ra-invalid], [s390x.ra-padding] */
    if (word_signed(section, manner_of(section), row, RA_WORD) == RA_INVALID)
        set_kind(&rules->ra, SFR_SAME);
    return set_register(section, row, FP_WORD, &rules->fp, sink) && ra;
}
