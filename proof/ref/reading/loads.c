/* Each load gives the number that the bytes are in that byte order. */
#include "../number.h"

void proof_loads(void)
{
    uint8_t *const bytes = malloc(8);
    __CPROVER_assume(bytes != NULL);
    const bool big_endian = nondet_bool();
    assert(load_u8(bytes + 7) == bytes[7]);
    assert(load_u16(bytes + 6, big_endian) == number(bytes + 6, 2, big_endian));
    assert(load_u32(bytes + 4, big_endian) == number(bytes + 4, 4, big_endian));
    assert(load_u64(bytes, big_endian) == number(bytes, 8, big_endian));
    REACHES(big_endian);
    REACHES(!big_endian);
}
