#include "invariants.h"

/* What SIZE bytes from AT are, as arithmetic has it. */
static uint64_t number(const uint8_t *at, size_t size, bool big_endian)
{
    uint64_t sum = 0, place = 1;
    for (size_t i = 0; i < size; i++, place *= 0x100)
        sum += at[big_endian ? size - 1 - i : i] * place;
    return sum;
}

static uint64_t take(struct cursor *cursor, size_t width)
{
    return width == 8 ? take_u64(cursor) : nondet_bool() ? take_uint(cursor, width) : width == 1 ? take_u8(cursor)
           : width == 2 ? take_u16(cursor) : take_u32(cursor);
}

/* Either all bytes of a take are there, or it gives nothing and moves nothing, nor does any after it. */
void proof_cursor(void)
{
    const size_t size = nondet_size();
    __CPROVER_assume(size <= LARGEST);
    struct cursor cursor = {any_bytes(size), nondet_size(), nondet_size(), nondet_bool(), nondet_bool()};
    __CPROVER_assume(cursor.at <= cursor.end && cursor.end <= size);
    const size_t width = (size_t)1 << nondet_u8() % 4;
    const struct cursor before = cursor;
    const bool fits = !before.missing && width <= before.end - before.at;
    const uint64_t value = take(&cursor, width);
    assert(value == (fits ? number(before.bytes + before.at, width, before.big_endian) : 0));
    assert(cursor.missing == !fits && cursor.at == before.at + (fits ? width : 0));
    assert(cursor.end == before.end && cursor.bytes == before.bytes && cursor.big_endian == before.big_endian);
    REACHES(fits && width == 8 && cursor.big_endian);
    REACHES(!fits && !before.missing && width == 4);
}
