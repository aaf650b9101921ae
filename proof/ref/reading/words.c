/* sfr_word_unsigned and sfr_word_signed: the number that the bytes are in the section's byte order. */
#include "../number.h"

void proof_words(void)
{
    const struct sfr_section section = any_section();
    struct sfr_row row;
    const unsigned i = nondet_u32();
    __CPROVER_assume(is_row(&section, &row) && i < row.word_count);
    const uint8_t *const word = section.bytes + row.words + (size_t)i * row.word_size;
    const uint64_t expected = number(word, row.word_size, section.big_endian);
    const int64_t whole = INT64_C(1) << 8 * row.word_size;
    const int64_t signed_value = sfr_word_signed(&section, &row, i);
    assert(sfr_word_unsigned(&section, &row, i) == expected);
    assert(signed_value == (int64_t)expected - (expected >= (uint64_t)whole / 2 ? whole : 0));
    REACHES(section.big_endian && row.word_size == 4 && signed_value < 0);
    REACHES(!section.big_endian && row.word_size == 2 && signed_value > 0);
}
