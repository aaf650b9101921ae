/* Each take of a cursor gives the number that lies there, if all its bytes do; else 0. */
#include "../invariants.h"

/* Which load was made last, and what it gave. */
static struct {
    const uint8_t *from;
    size_t width;
    uint64_t value;
    bool big_endian;
} noted;

static uint64_t note(const uint8_t *from, size_t width, bool big_endian)
{
    assert(__CPROVER_r_ok(from, width));
    noted.from = from;
    noted.width = width;
    noted.value = width == 8   ? nondet_u64()
                  : width == 4 ? nondet_u32()
                  : width == 2 ? nondet_u16()
                               : nondet_u8();
    noted.big_endian = big_endian;
    return noted.value;
}

uint8_t noted_u8(const uint8_t *p)
{
    return (uint8_t)note(p, 1, false);
}
uint16_t noted_u16(const uint8_t *p, bool big_endian)
{
    return (uint16_t)note(p, 2, big_endian);
}
uint32_t noted_u32(const uint8_t *p, bool big_endian)
{
    return (uint32_t)note(p, 4, big_endian);
}
uint64_t noted_u64(const uint8_t *p, bool big_endian)
{
    return note(p, 8, big_endian);
}

static uint64_t take(struct cursor *cursor, size_t width)
{
    switch (width) {
    case 1:
        return take_u8(cursor);
    case 2:
        return take_u16(cursor);
    default:
        return take_u32(cursor);
    }
}

/* A take gives what is loaded from its place.  If bytes are missing, it gives 0, and so do all later takes. */
void proof_cursor(void)
{
    const size_t size = nondet_size();
    __CPROVER_assume(size <= LARGEST);
    struct cursor cursor = {any_bytes(size), nondet_size(), nondet_size(), nondet_bool(), nondet_bool()};
    __CPROVER_assume(cursor.at <= cursor.end && cursor.end <= size);
    const size_t width = (size_t)1 << nondet_u8() % 3;
    const struct cursor before = cursor;
    const bool fits = !before.missing && width <= before.end - before.at;
    const uint64_t value = take(&cursor, width);
    assert(fits ? noted.from == before.bytes + before.at && noted.width == width && value == noted.value
                : noted.width == 0 && value == 0);
    assert(width == 1 || noted.width == 0 || noted.big_endian == before.big_endian);
    assert(cursor.missing == !fits && cursor.at == before.at + (fits ? width : 0));
    assert(cursor.end == before.end && cursor.bytes == before.bytes &&
           cursor.big_endian == before.big_endian);
    REACHES(fits && width == 4 && cursor.big_endian);
    REACHES(!fits && !before.missing && width == 4);
}
