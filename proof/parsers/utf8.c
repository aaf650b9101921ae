/* utf8_size and utf8_value: safe, and only the shortest form of a character is taken. */
#include "common/utf8.h"

void proof_utf8(void)
{
    const size_t size = any_size();
    const char *const text = (const char *)any_bytes(size);
    const size_t first = utf8_size(text, size);
    const uint32_t value = first > 0 ? utf8_value(text, first) : 0;
    assert(first <= 4 && first <= size);
    assert(first == 0 || (first == 1) == (value < 0x80));
    assert(value < 0x110000 && (value < 0xd800 || value > 0xdfff));
    assert(first < 3 || value >= (first == 3 ? 0x800U : 0x10000U));
    REACHES(first == 0 && size > 0);
    REACHES(first == 4);
}
