/* The rules that a row's words make, from words to those of each ABI. */
#ifndef REF_LIB_RULES_H
#define REF_LIB_RULES_H

#include "words.h"

/* V1 and V2 have no chapters on ABIs: a fixed RA offset in the header says that rows do not track RA. */
static FAST bool tracks_ra(const struct sfr_section *section, struct manner how)
{
    return (how.text->abi_words ? abi_of(section)->fixed_ra : section->fixed_ra) == 0;
}

static FAST void set_nothing(struct sfr_rules *rules)
{
    set_kind(&rules->cfa, SFR_UNSTATED);
    set_kind(&rules->ra, SFR_UNSTATED);
    set_kind(&rules->fp, SFR_UNSTATED);
}

/* Works out the rules of a default row.  That is all for a row of one word or of all known words, unless words
 * of the ABI may name registers.  Others go to its words_reader, or before V2E1 to sfr_counted_rules(). */
static FAST bool default_rules(const struct sfr_section *section, struct manner how,
                               const struct sfr_row *row, struct sfr_rules *rules, struct sink *sink)
{
    const struct abi *const abi = abi_numbered(section->abi);
    unsigned known = 1; /* words */
    if (how.text->abi_words && abi->read_words == NULL) {
        set_nothing(rules);
        return sfr_fault(sink, SFR_abi_known, SFR_MALFORMED, ABI_OFFSET, section->abi, 0);
    }
    set_default_cfa(section, how, row, &rules->cfa);
    if (tracks_ra(section, how))
        /* [fre.ra-tracked], [aarch64.ra-second], [s390x.ra-second] */
        set_slot(section, how, row, known++, 0, &rules->ra);
    else
        set_fixed(&rules->ra, section->fixed_ra, SFR_UNSTATED); /* [amd64.ra-stack], [amd64.ra-fixed] */
    /* [amd64.fp-second], [aarch64.fp-third], [s390x.fp-third]; [fre.fp-third], [fre.ra-untracked] */
    set_slot(section, how, row, known++, section->fixed_fp, &rules->fp);
    /* [fdetype.default-abi], [abi.decisions] */
    return row->word_count == 1 || (row->word_count == known && !abi->facts.register_words) ||
           (how.text->abi_words ? abi->read_words(section, row, rules, sink)
                                : sfr_counted_rules(section, row, rules, sink));
}

static FAST bool read_rules(const struct sfr_section *section, struct manner how,
                            const struct sfr_function *function, const struct sfr_row *row,
                            struct sfr_rules *rules, struct sink *sink)
{
    if (row->word_count != 0 && function->fde_type == SFR_DEFAULT) /* [trace.fde-type], [fre.words-abi] */
        return default_rules(section, how, row, rules, sink);
    if (row->word_count != 0)
        return sfr_flexible_rules(section, row, rules, sink); /* [fdetype.flex], [flex.universal] */
    set_nothing(rules);
    if (!how.text->outermost_rows)
        return sfr_fault(sink, SFR_fre_cfa_first, SFR_IRREGULAR, info_offset(row), 0, 1);
    rules->ra.kind = SFR_UNDEFINED; /* [fre.count-zero] */
    return true;
}

#endif
