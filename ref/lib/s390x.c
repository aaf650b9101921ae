/* s390x: what the words of a default row say (V2E1 3.3, V3 3.1.3). */
#include "internal.h"

enum { RA_WORD = 1, FP_WORD = 2, KNOWN_WORDS = 3 };
enum {
    CFA_ADJUSTMENT = -160,
    CFA_FACTOR = 8,
    RA_INVALID = 0
}; /* [s390x.cfa-constants],
      [s390x.ra-invalid-value] */

/* [s390x.cfa-encoded], [s390x.cfa-decoded] */
static struct sfr_rule cfa(const struct sfr_section *section, const struct sfr_row *row)
{
    struct sfr_rule rule = sfr_default_cfa(section, row);
    rule.offset = rule.offset * CFA_FACTOR - CFA_ADJUSTMENT;
    return rule;
}

/* [s390x.slot], [s390x.register], [s390x.register-number]: until V3, where [changes.s390x-flex] and
 * [s390x.register-flex] leave every word a slot */
static bool saved(const struct sfr_section *section, const struct sfr_row *row, unsigned i,
                  struct sfr_rule otherwise, struct sfr_rule *rule, struct sink *sink)
{
    *rule = sfr_slot(section, row, i, otherwise);
    if (i >= row->word_count || !text_of(section)->s390x_registers)
        return true;
    const int32_t word = sfr_word_signed(section, row, i);
    if ((word & 1) == 0)
        return true;
    *rule = sfr_unstated;
    if (word < 0)
        return sfr_fault(sink, SFR_s390x_register_positive, SFR_IRREGULAR, sfr_word_offset(row, i),
                         (uint64_t)word, 0);
    *rule = (struct sfr_rule){.kind = SFR_AT, .base = SFR_REGISTER, .regnum = (uint32_t)word >> 1};
    return true;
}

/* [s390x.ra-second], [s390x.ra-invalid], [s390x.ra-absent], [s390x.ra-padding]; [s390x.fp-third],
 * [s390x.fp-absent] */
bool sfr_s390x_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                     struct sink *sink)
{
    if (row->word_count > KNOWN_WORDS)
        sfr_breach(sink, SFR_s390x_count, SFR_IRREGULAR, sfr_info_offset(row), row->word_count, KNOWN_WORDS);
    rules->cfa = cfa(section, row);
    const bool ra = saved(section, row, RA_WORD, sfr_same, &rules->ra, sink);
    if (row->word_count > RA_WORD && sfr_word_signed(section, row, RA_WORD) == RA_INVALID)
        rules->ra = sfr_same;
    return saved(section, row, FP_WORD, sfr_fixed(section->fixed_fp, sfr_same), &rules->fp, sink) && ra;
}
