/* The number that bytes are, computed otherwise than in ref/lib. */
#pragma once

#include "invariants.h"

/* The number in WIDTH bytes, as a sum. */
static inline uint64_t number(const uint8_t *bytes, size_t width, bool big_endian)
{
    static const uint64_t place[] = {1,
                                     UINT64_C(1) << 8,
                                     UINT64_C(1) << 16,
                                     UINT64_C(1) << 24,
                                     UINT64_C(1) << 32,
                                     UINT64_C(1) << 40,
                                     UINT64_C(1) << 48,
                                     UINT64_C(1) << 56};
    uint64_t sum = 0;
    for (size_t i = 0; i < width; i++)
        sum += bytes[big_endian ? width - 1 - i : i] * place[i];
    return sum;
}
