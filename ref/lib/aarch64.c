/* AArch64: what the words of a default row say (V2E1 3.2, V3 3.1.2). */
#include "words.h"

enum { RA_WORD = 1, FP_WORD = 2 };

bool sfr_aarch64_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                       struct sink *sink)
{
    set_default_cfa(section, row, &rules->cfa);
    /* Without its word RA is where it was: [aarch64.ra-tracked], [aarch64.one-word]. */
    set_slot(section, row, RA_WORD, 0, &rules->ra);                 /* [aarch64.ra-second] */
    set_slot(section, row, FP_WORD, section->fixed_fp, &rules->fp); /* [aarch64.fp-third] */
    if (row->word_count != 1 && row->word_count != 3)
        /* [aarch64.count] */
        sfr_breach(sink, SFR_aarch64_count, SFR_IRREGULAR, info_offset(row), row->word_count, 3);
    return true;
}
