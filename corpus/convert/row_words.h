/* What one row says, as the words that say it. */
#ifndef CORPUS_CONVERT_ROW_WORDS_H
#define CORPUS_CONVERT_ROW_WORDS_H

#include "convert.h"

enum { MOST_WORDS = 6 };

struct words {
    int64_t values[MOST_WORDS];
    uint8_t count;
    uint8_t size; /* of one, as its power of two */
    bool base_sp, mangled;
};

/* By a default row or by a flexible one; why not, if it cannot. */
enum drop cfi_words_of(enum sfr_profile profile, const struct machine *machine,
                       const struct recovery *recovery, bool flexible, struct words *words);

#endif
