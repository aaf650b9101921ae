/* A cursor: the one way in which the library reads bytes.  It never reads beyond its end. */
#ifndef REF_LIB_CURSOR_H
#define REF_LIB_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* For functions that are compiled into each caller, so that arguments which the caller knows cost nothing.  A
 * build that counts which branches are taken defines FAST so that each function is there once. */
#ifndef FAST
#define FAST inline __attribute__((always_inline))
#endif

#define SLOW __attribute__((noinline))
#define COLD __attribute__((cold)) /* rarely called: what leads to it is compiled out of the way */

/* Byte by byte, so neither the machine's byte order nor its alignment counts: [overview.unaligned],
 * [fre.unaligned]. */
static inline uint8_t load_u8(const uint8_t *p)
{
    return *p;
}

static inline uint16_t load_u16(const uint8_t *p, bool big_endian)
{
    const unsigned first = p[0], second = p[1];
    return (uint16_t)(big_endian ? first << 8 | second : second << 8 | first);
}

static inline uint32_t load_u32(const uint8_t *p, bool big_endian)
{
    return big_endian ? (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]
                      : (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline uint64_t load_u64(const uint8_t *p, bool big_endian)
{
    const uint64_t first = load_u32(p, big_endian), second = load_u32(p + 4, big_endian);
    return big_endian ? first << 32 | second : second << 32 | first;
}

/* Loads the number of WIDTH (1, 2 or 4) bytes that ends at END into the highest of 32 bits; the lower bits may
 * be anything.  Four bytes are loaded in any case, so that no branch depends on WIDTH.  They are there: a
 * section begins with a header, which holds no such number. */
static inline uint32_t load_high(const uint8_t *bytes, size_t end, size_t width, bool big_endian)
{
    const uint32_t four = load_u32(bytes + (end - 4), big_endian);
    return big_endian ? four << (32 - 8 * width) : four;
}

static inline uint32_t load_before(const uint8_t *bytes, size_t end, size_t width, bool big_endian)
{
    return load_high(bytes, end, width, big_endian) >> (32 - 8 * width);
}

/* Where to read next.  at <= end always holds.  A take that does not fit gives 0, sets `missing`, and
 * leaves the cursor at the field that is not whole; every later take gives 0, too.  So a reader takes all
 * fields and then looks at `missing` once. */
struct cursor {
    const uint8_t *bytes;
    size_t at, end;
    bool big_endian, missing;
};

/* Whether so many bytes are left; if not, sets `missing`. */
static inline bool cursor_has(struct cursor *cursor, size_t width)
{
    cursor->missing = cursor->missing || cursor->end - cursor->at < width;
    return !cursor->missing;
}

static inline uint8_t take_u8(struct cursor *cursor)
{
    return cursor_has(cursor, 1) ? load_u8(cursor->bytes + cursor->at++) : 0;
}

static inline uint16_t take_u16(struct cursor *cursor)
{
    if (!cursor_has(cursor, 2))
        return 0;
    cursor->at += 2;
    return load_u16(cursor->bytes + cursor->at - 2, cursor->big_endian);
}

static inline uint32_t take_u32(struct cursor *cursor)
{
    if (!cursor_has(cursor, 4))
        return 0;
    cursor->at += 4;
    return load_u32(cursor->bytes + cursor->at - 4, cursor->big_endian);
}

#endif
