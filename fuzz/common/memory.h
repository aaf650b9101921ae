/* How much memory an input takes, as a sanitizer's allocator counts it. */
#ifndef FUZZ_COMMON_MEMORY_H
#define FUZZ_COMMON_MEMORY_H

#include <stdint.h>

/* Counting begins, from nothing held. */
void memory_begin(void);

/* Counting ends: the most bytes that were held at once.  0 in a build without a sanitizer, where nobody
 * counts. */
uint64_t memory_end(void);

#endif
