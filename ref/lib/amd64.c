/* AMD64: what the words of a default row say (V2E1 3.1, V3 3.1.1). */
#include "words.h"

enum { FP_WORD = 1, KNOWN_WORDS = 2 }; /* [amd64.ra-untracked] */

bool sfr_amd64_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                     struct sink *sink)
{
    set_default_cfa(section, row, &rules->cfa);
    set_fixed(&rules->ra, section->fixed_ra, SFR_UNSTATED); /* [amd64.ra-stack], [amd64.ra-fixed] */
    set_slot(section, row, FP_WORD, section->fixed_fp, &rules->fp); /* [amd64.fp-second] */
    if (row->word_count > KNOWN_WORDS)
        /* [fre.words-surplus] */
        sfr_breach(sink, SFR_fre_words_surplus, SFR_IRREGULAR, info_offset(row), row->word_count,
                   KNOWN_WORDS);
    return true;
}
