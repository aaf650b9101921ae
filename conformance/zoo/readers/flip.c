/* Writes the section in the other byte order: the same values, each multi-byte field reversed. */
#include "bug.h"
#include "decoder.h"

#include <string.h>

/* flip_all() runs twice.  The second pass (reads_back) only compares: if two fields share a byte, the second
 * field may have overwritten what the first one needs (is_torn). */
static bool reads_back, is_torn;

static void turn(const struct section *s, uint8_t *to, uint64_t at, unsigned width)
{
    for (unsigned i = 0; i < width; i++) {
        const uint8_t byte = s->bytes[at + width - 1 - i];
        if (!reads_back)
            to[at + i] = byte;
        is_torn = is_torn || to[at + i] != byte;
    }
}

static void flip_header(const struct section *s, uint8_t *to)
{
    if (!BUG(flip_magic_forgotten))
        turn(s, to, 0, 2);
    if (BUG(flip_version_and_flags))
        turn(s, to, 2, 2);
    for (uint64_t at = 0x08; at < (BUG(flip_freoff_forgotten) ? 0x18 : HEADER_SIZE); at += 4)
        if (!(BUG(flip_fre_len_forgotten) && at == 0x10) && !(BUG(flip_num_fdes_forgotten) && at == 0x08) &&
            !(BUG(flip_num_fres_of_header_forgotten) && at == 0x0c))
            turn(s, to, at, 4);
    if (BUG(flip_abi) && abi_of(s)->signs_ra)
        to[4] = (uint8_t)(3 - s->bytes[4]);
    if (BUG(flip_aux))
        turn(s, to, HEADER_SIZE, s->aux_size);
}

static void flip_entry(const struct section *s, uint8_t *to, uint32_t index)
{
    const uint64_t at = s->functions_at + (uint64_t)index * entry_size(s);
    const struct text *const text = text_of(s);
    uint64_t next = at;
    if (!BUG(flip_start_forgotten))
        turn(s, to, next, BUG(flip_start_v3_as_4_bytes) ? 4 : text->start_width);
    next += text->start_width;
    if (!BUG(flip_size_forgotten))
        turn(s, to, next, 4);
    if (!BUG(flip_fre_off_forgotten))
        turn(s, to, next + 4, 4);
    if (!text->attribute && !BUG(flip_num_fres_forgotten))
        turn(s, to, next + 8, 4);
    if (BUG(flip_info_with_rep_size) && !text->attribute && text->rep_size)
        turn(s, to, next + 12, 2);
}

static void flip_row(const struct section *s, uint8_t *to, const struct function *f, uint64_t at,
                     const struct row *row)
{
    const unsigned width = row->word_size;
    if (!BUG(flip_row_starts_forgotten) && !(BUG(flip_row_starts_of_4_forgotten) && f->row_start_width == 4))
        turn(s, to, at, f->row_start_width);
    turn(s, to, at + f->row_start_width, 1); /* the info byte stays, unless another field turned it */
    const unsigned count = BUG(flip_first_word_only) && row->word_count > 1 ? 1 : row->word_count;
    if (BUG(flip_words_forgotten))
        return;
    if (BUG(flip_flex_words_forgotten) && f->flex)
        return;
    if (BUG(flip_words_above_3_forgotten) && row->word_count > 3)
        return;
    if ((BUG(flip_words_of_2_forgotten) && width == 2) || (BUG(flip_words_of_4_forgotten) && width == 4))
        return;
    if (BUG(flip_words_as_one)) {
        turn(s, to, row->words_at, width * count);
        return;
    }
    for (unsigned i = 0; i + BUG(flip_last_word_forgotten) < count; i++)
        turn(s, to, row->words_at + (uint64_t)i * width, width);
}

static void flip_all(const struct section *s, uint8_t *to)
{
    flip_header(s, to);
    for (uint32_t i = 0; i < s->function_count; i++) {
        struct function f;
        struct row row = {0};
        (void)read_function(s, i, &f);
        flip_entry(s, to, i);
        if (BUG(flip_first_function_only) && i != 0)
            continue;
        if (text_of(s)->attribute && !BUG(flip_attribute_forgotten) &&
            !(BUG(flip_attribute_of_first_only) && i != 0)) {
            turn(s, to, f.rows_at - text_of(s)->attribute, 2);
            turn(s, to, f.rows_at - text_of(s)->attribute + 2, 1);
            turn(s, to, f.rows_at - text_of(s)->attribute + 3, 1);
            turn(s, to, f.rows_at - text_of(s)->rep_size, text_of(s)->rep_size);
        }
        if (BUG(flip_rows_of_masks_forgotten) && f.mask)
            continue;
        uint64_t at = f.rows_at;
        for (uint32_t j = 0; j < f.row_count; j++, at = row.end_at) {
            (void)read_row(s, &f, at, &row);
            flip_row(s, to, &f, at, &row);
            if (BUG(flip_first_row_only) || (BUG(flip_ends_at_no_words) && row.word_count == 0) ||
                (BUG(flip_rows_256_at_most) && j == 255))
                break;
        }
    }
}

const char *flip(const struct section *s, uint8_t *to)
{
    const char *const error = check(s);
    if (error != NULL)
        return error;
    memcpy(to, s->bytes, s->size);
    reads_back = is_torn = false;
    flip_all(s, to);
    reads_back = true;
    flip_all(s, to);
    return is_torn ? "a byte belongs to two fields" : NULL;
}
