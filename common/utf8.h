/* Characters of UTF-8: the shortest form, no surrogates, nothing beyond U+10FFFF. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many bytes the character at the beginning has; 0: it is none of UTF-8, or there is nothing. */
static inline size_t utf8_size(const char *text, size_t left)
{
    const unsigned char *const at = (const unsigned char *)text;
    if (left == 0)
        return 0;
    const size_t size = at[0] < 0x80   ? 1
                        : at[0] < 0xc2 ? 0
                        : at[0] < 0xe0 ? 2
                        : at[0] < 0xf0 ? 3
                        : at[0] < 0xf5 ? 4
                                       : 0;
    if (size > left)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    const bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
    const bool beyond = (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf4 && at[1] > 0x8f);
    return overlong || beyond ? 0 : size;
}

/* The character that these bytes are. */
static inline uint32_t utf8_value(const char *text, size_t size)
{
    const unsigned char *const at = (const unsigned char *)text;
    uint32_t value = size == 1 ? at[0] : at[0] & (0x7fU >> size);
    for (size_t i = 1; i < size; i++)
        value = value << 6 | (at[i] & 0x3fU);
    return value;
}
