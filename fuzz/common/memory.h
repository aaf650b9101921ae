/* Counts how much memory an input takes, by a sanitizer's allocator. */
#pragma once

#include <stdint.h>

/* Begins to count, from zero. */
void memory_begin(void);

/* Ends counting.  Returns the most bytes that were allocated at once; 0 in a build without a sanitizer, which
 * cannot count. */
uint64_t memory_end(void);
