/* The words of a row, from the recovery that it has to say. */
#pragma once

#include "../cfi/recovery.h"

enum { MOST_WORDS = 6 };

struct words {
    int64_t values[MOST_WORDS];
    uint8_t count;
    uint8_t size; /* each word has 2^SIZE bytes */
    bool base_sp, mangled;
};

/* In a default row or in a flexible one; it must be able to say RECOVERY: cfi_limits_of_row(). */
struct words cfi_words_of(const struct machine *machine, const struct recovery *recovery, bool flexible);
