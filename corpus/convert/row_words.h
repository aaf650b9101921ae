/* What one row says, as the words that say it. */
#pragma once

#include "../cfi/recovery.h"

enum { MOST_WORDS = 6 };

struct words {
    int64_t values[MOST_WORDS];
    uint8_t count;
    uint8_t size; /* of one, as its power of two */
    bool base_sp, mangled;
};

/* By a default row or by a flexible one, which can say it: cfi_limits_of_row(). */
struct words cfi_words_of(const struct machine *machine, const struct recovery *recovery, bool flexible);
