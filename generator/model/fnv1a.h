/* FNV-1a-64, a hash.  Somebody who wants to can make two texts with the same one. */
#pragma once

#include "text_buffer.h"

#define FNV1A_BEGIN UINT64_C(0xcbf29ce484222325)

static inline void fnv1a(uint64_t *hash, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
}

/* Writes sixteen hexadecimal digits. */
static inline void write_hash(struct text *text, uint64_t hash)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(hash >> (56 - 8 * i));
    gen_text_bytes(text, bytes, sizeof bytes);
}
