#include "invariants.h"

/* What WIDTH bytes are, as arithmetic has it. */
static uint64_t number(const uint8_t *bytes, size_t width, bool big_endian)
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
