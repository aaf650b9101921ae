#include "invariants.h"

/* Word AT of SIZE bytes, as arithmetic has it. */
static uint64_t number(const struct sfr_section *section, size_t at, size_t size)
{
    static const uint64_t place[] = {1, 0x100, 0x10000, 0x1000000};
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++)
        sum += section->bytes[section->big_endian ? at + size - 1 - i : at + i] * place[i];
    return sum;
}

void proof_words(void)
{
    const struct sfr_section section = any_section();
    struct sfr_row row;
    const unsigned i = nondet_u32();
    __CPROVER_assume(is_row(&section, &row) && i < row.word_count);
    const uint64_t expected = number(&section, row.words + (size_t)i * row.word_size, row.word_size);
    const int64_t whole = INT64_C(1) << 8 * row.word_size;
    const int64_t signed_value = sfr_word_signed(&section, &row, i);
    assert(sfr_word_unsigned(&section, &row, i) == expected);
    assert(signed_value == (int64_t)expected - (expected >= (uint64_t)whole / 2 ? whole : 0));
    REACHES(section.big_endian && row.word_size == 4 && signed_value < 0);
    REACHES(!section.big_endian && row.word_size == 2 && signed_value > 0);
}
