/* Reads frame row entries. */
#include "bug.h"
#include "decoder.h"

static uint32_t read_row_start(const struct section *s, const struct function *f, uint64_t at,
                               const struct row *before)
{
    const unsigned width = f->row_start_width;
    uint64_t start = load_in_order(s, at, width,
                                   s->big && !BUG(row_start_host_order) &&
                                       !(BUG(row_starts_of_2_host_order) && width == 2) &&
                                       !(BUG(row_starts_of_4_host_order) && width == 4));
    if (BUG(row_starts_signed) || (BUG(row_starts_of_one_byte_signed) && width == 1) ||
        (BUG(row_starts_of_two_bytes_signed) && width == 2))
        start = (uint64_t)sign_extend(start, width);
    if (BUG(row_starts_are_deltas) && at != f->rows_at)
        start += before->start;
    if (BUG(first_row_start_ignored) && at == f->rows_at)
        start = 0;
    if (BUG(row_starts_16_bits))
        start &= 0xffff;
    if (BUG(row_starts_24_bits))
        start &= 0xffffff;
    if (BUG(row_starts_scaled_aarch64) && abi_of(s)->signs_ra)
        start *= 4;
    return (uint32_t)start;
}

static const char *read_word_size(unsigned code, struct row *row)
{
    static const unsigned sizes[] = {1, 2, 4}, swapped[] = {1, 4, 2};
    if (BUG(word_size_3_is_4) && code == 3)
        code = 2;
    if (BUG(word_size_3_is_1_if_mangled) && code == 3 && row->mangled)
        code = 0;
    if (BUG(word_size_3_is_1) && code == 3)
        code = 0;
    if (code > 2)
        return "unknown word size";
    row->word_size = BUG(word_sizes_swapped) ? swapped[code] : sizes[code];
    if (BUG(word_size_is_code_plus_1))
        row->word_size = code + 1;
    if (BUG(words_always_1_byte))
        row->word_size = 1;
    if (BUG(words_always_4_bytes))
        row->word_size = 4;
    return NULL;
}

static const char *read_row_info(uint8_t info, bool big, struct row *row)
{
    row->mangled = (info & 0x80) != 0;
    row->base_is_sp = (info & 0x01) != 0;
    row->word_count = info >> 1 & 0xf;
    unsigned code = info >> 5 & 0x3;
    if (BUG(row_info_bits_from_msb) || (BUG(row_info_bits_from_msb_if_big) && big)) {
        row->mangled = (info & 0x01) != 0;
        row->base_is_sp = (info & 0x80) != 0;
        row->word_count = info >> 3 & 0xf;
        code = info >> 1 & 0x3;
    }
    if (BUG(row_info_size_before_count)) {
        code = info >> 1 & 0x3;
        row->word_count = info >> 3 & 0xf;
    }
    if (BUG(base_inverted))
        row->base_is_sp = !row->base_is_sp;
    if (BUG(base_always_sp))
        row->base_is_sp = true;
    if (BUG(mangled_inverted))
        row->mangled = !row->mangled;
    if (BUG(mangled_forgotten))
        row->mangled = false;
    if (BUG(mangled_bit_6))
        row->mangled = (info & 0x40) != 0;
    if (BUG(mangled_in_register_forgotten) && row->word_count < 2)
        row->mangled = false;
    if (BUG(word_count_2_bits))
        row->word_count &= 0x3;
    if (BUG(word_count_3_bits))
        row->word_count &= 0x7;
    if (BUG(word_count_15_is_none) && row->word_count == 15)
        row->word_count = 0;
    if (BUG(word_count_without_cfa))
        row->word_count++;
    if (BUG(word_count_above_3_refused) && row->word_count > 3)
        return "too many words";
    if (BUG(word_count_above_3_cut) && row->word_count > 3)
        row->word_count = 3;
    if (BUG(word_count_zero_refused) && row->word_count == 0)
        return "no words";
    return read_word_size(code, row);
}

/* Reads a row.  Rows are packed, and each must end inside the row sub-section. */
const char *read_row(const struct section *s, const struct function *f, uint64_t at, struct row *row)
{
    static const struct row nothing = {0};
    const struct row before = *(at == f->rows_at ? &nothing : row);
    const uint64_t limit =
        BUG(rows_until_section_end) ? s->size : s->rows_at + s->rows_size + BUG(rows_one_byte_beyond);
    const unsigned info_size = BUG(row_info_two_bytes) ? 2 : BUG(row_info_four_bytes) ? 4 : 1;
    const unsigned fixed = f->row_start_width + info_size;
    if ((at > limit || limit - at < fixed) && !BUG(row_bounds_unchecked))
        return "a row reaches beyond its sub-section";
    row->start = read_row_start(s, f, at, &before);
    const char *error = read_row_info(byte_at(s, at + f->row_start_width), s->big, row);
    if (error != NULL)
        return error;
    if (BUG(base_of_first_row) && at != f->rows_at)
        row->base_is_sp = before.base_is_sp;
    if (BUG(word_size_of_first_row) && at != f->rows_at)
        row->word_size = before.word_size;
    if (BUG(word_count_of_first_row) && at != f->rows_at)
        row->word_count = before.word_count;
    if (BUG(mangled_of_first_row) && at != f->rows_at)
        row->mangled = before.mangled;
    if (BUG(word_size_of_row_type))
        row->word_size = f->row_start_width;
    if (BUG(mangled_with_key_b_only) && !f->key_b)
        row->mangled = false;
    if (BUG(flex_mangled_forgotten) && f->flex)
        row->mangled = false;
    row->words_at = at + fixed;
    if (BUG(words_aligned))
        row->words_at = (row->words_at + row->word_size - 1) / row->word_size * row->word_size;
    const uint64_t words = (uint64_t)row->word_count * row->word_size;
    row->end_at = row->words_at + words;
    if (BUG(rows_have_three_words))
        row->end_at = row->words_at + UINT64_C(3) * row->word_size;
    if (BUG(rows_padded_to_4))
        row->end_at = (row->end_at + 3) / 4 * 4;
    if (BUG(row_words_end_refused) && row->end_at == limit)
        return "a row's words reach beyond its sub-section";
    if (BUG(row_words_unchecked_with_key_b) && f->key_b)
        return NULL;
    if (row->end_at > limit && !BUG(row_bounds_unchecked) && !BUG(row_words_bounds_unchecked))
        return "a row's words reach beyond its sub-section";
    if (BUG(row_at_last_byte_refused) && f->size != 0 && row->start == f->size - 1 && !f->mask)
        return "a row outside its function";
    return NULL;
}
