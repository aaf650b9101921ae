#include "any.h"

#include "../lib/ranges.h"

/* Instead of the loads of cursor.h: any value, and another each time. */
uint8_t allowed_u8(const uint8_t *p)
{
    assert(__CPROVER_r_ok(p, 1));
    return nondet_u8();
}
uint16_t allowed_u16(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 2));
    return nondet_u16();
}
uint32_t allowed_u32(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 4));
    return nondet_u32();
}
uint64_t allowed_u64(const uint8_t *p, bool big_endian)
{
    (void)big_endian;
    assert(__CPROVER_r_ok(p, 8));
    return nondet_u64();
}

uint32_t some_part;

/* --- Functions that have a proof of their own, where others call them ---------------------------------------- */

int64_t any_start(const struct sfr_section *section, uint32_t index)
{
    assert(index < section->function_count);
    return (int64_t)nondet_u64();
}

struct range any_range(const struct sfr_section *section, uint32_t index)
{
    assert(index < section->function_count);
    return (struct range){(int64_t)nondet_u64(), nondet_u32()};
}
