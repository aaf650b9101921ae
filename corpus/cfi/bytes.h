/* A reader of bytes.  When too few are left it fails, and from then on everything it returns is 0. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
    const uint8_t *at, *end;
    bool big_endian, failed;
};

static inline void bytes_fail(struct bytes *bytes)
{
    bytes->failed = true;
    bytes->at = bytes->end;
}

static inline uint64_t bytes_take(struct bytes *bytes, unsigned width)
{
    uint64_t value = 0;
    if ((size_t)(bytes->end - bytes->at) < width) {
        bytes_fail(bytes);
        return 0;
    }
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)bytes->at[i] << 8 * (bytes->big_endian ? width - 1 - i : i);
    bytes->at += width;
    return value;
}

/* A number of WIDTH bytes, 1 to 8. */
static inline uint64_t bytes_take_number(struct bytes *bytes, unsigned width, bool is_signed)
{
    const unsigned unused = (64 - 8 * width) % 64; /* clang's analyzer does not know that WIDTH is not 0 */
    const uint64_t value = bytes_take(bytes, width) << unused;
    return is_signed ? (uint64_t)((int64_t)value >> unused) : value >> unused;
}

/* A LEB128; bits beyond 64 fall away. */
static inline uint64_t bytes_take_leb(struct bytes *bytes, bool is_signed)
{
    uint64_t value = 0;
    unsigned shift = 0;
    uint8_t byte;
    do {
        byte = (uint8_t)bytes_take(bytes, 1);
        if (shift < 64)
            value |= (uint64_t)(byte & 0x7f) << shift;
        shift += shift < 64 ? 7 : 0;
    } while ((byte & 0x80) != 0);
    if (is_signed && (byte & 0x40) != 0 && shift < 64)
        value |= UINT64_MAX << shift;
    return value;
}

/* A reader of the next COUNT bytes, which BYTES passes over.  If too few are left, it is empty, and BYTES
 * fails. */
static inline struct bytes bytes_part(struct bytes *bytes, uint64_t count)
{
    struct bytes part = *bytes;
    if ((uint64_t)(bytes->end - bytes->at) < count) {
        bytes_fail(bytes);
        count = 0;
    }
    part.end = part.at + count;
    bytes->at += count;
    return part;
}
