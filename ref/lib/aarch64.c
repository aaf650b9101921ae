/* AArch64: what the words of a default row say (V2E1 3.2, V3 3.1.2). */
#include "internal.h"

enum { RA_WORD = 1, FP_WORD = 2 };

/* [aarch64.ra-tracked]: [aarch64.ra-second], [aarch64.fp-third]; [aarch64.one-word] */
void sfr_aarch64_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                       struct sink *sink)
{
    rules->cfa = sfr_default_cfa(section, row);
    rules->ra = sfr_slot(section, row, RA_WORD, sfr_same);
    rules->fp = sfr_slot(section, row, FP_WORD, sfr_fixed(section->fixed_fp, sfr_same));
    if (row->word_count != 1 && row->word_count != 3)
        sfr_breach(sink, SFR_aarch64_count, SFR_IRREGULAR, sfr_info_offset(row), row->word_count, 3);
}
