/* Byte order: the same section in the other one [endian.flip], [endian.flip-same]. */
#include "words.h"

struct flip {
    struct sfr_section from, to;
    uint8_t *out;
};

/* From the input, never from what was written: a field that two functions share comes out right twice. */
static void reverse(struct flip *flip, size_t offset, size_t width)
{
    for (size_t i = 0; i < width; i++)
        flip->out[offset + i] = flip->from.bytes[offset + width - 1 - i];
}

/* Fields of these widths, one after another. */
static size_t reverse_fields(struct flip *flip, size_t offset, const uint8_t *widths)
{
    for (; *widths != 0; offset += *widths++)
        reverse(flip, offset, *widths);
    return offset;
}

static void flip_row(struct flip *flip, const struct sfr_row *row)
{
    reverse(flip, row->offset, info_offset(row) - row->offset);
    for (unsigned i = 0; i < row->word_count; i++)
        reverse(flip, word_offset(row, i), row->word_size);
}

static void flip_function(struct flip *flip, uint32_t index)
{
    static const uint8_t entry_v1[] = {4, 4, 4, 4, 1, 0}, entry_v2[] = {4, 4, 4, 4, 1, 1, 2, 0};
    static const uint8_t index_v3[] = {8, 4, 4, 0}, attribute_v3[] = {2, 1, 1, 1, 0};
    const struct sfr_text *const text = text_of(&flip->from);
    struct sink sink = {0};
    struct sfr_function function;
    struct sfr_row row;
    (void)sfr_read_function(&flip->from, index, &function, &sink);
    (void)reverse_fields(flip, function.entry,
                         text->attribute  ? index_v3
                         : text->rep_size ? entry_v2
                                          : entry_v1);
    if (text->attribute)
        (void)reverse_fields(flip, function.attribute, attribute_v3);
    size_t at = function.rows;
    for (uint32_t i = 0; i < function.num_fres; i++, at = row.next) {
        (void)sfr_read_row(&flip->from, &function, at, &row, &sink);
        flip_row(flip, &row);
    }
}

/* Rows that overlap in part cannot both keep their values: the second to be written has spoilt the first. */
static bool same_function(struct flip *flip, uint32_t index, struct sink *sink)
{
    struct sfr_function from, to;
    struct sfr_row row, twin;
    (void)sfr_read_function(&flip->from, index, &from, sink);
    if (!sfr_read_function(&flip->to, index, &to, sink) || from.num_fres != to.num_fres ||
        from.info != to.info || from.info2 != to.info2 || from.rep_size != to.rep_size)
        return sfr_fault(sink, SFR_fre_unshared, SFR_MALFORMED, from.attribute, 0, 0);
    for (size_t i = 0, at = from.rows; i < from.num_fres; i++, at = row.next) {
        (void)sfr_read_row(&flip->from, &from, at, &row, sink);
        bool same =
            sfr_read_row(&flip->to, &to, at, &twin, sink) && row.start == twin.start && row.info == twin.info;
        for (unsigned word = 0; same && word < row.word_count; word++)
            same = word_unsigned(&flip->from, &row, word) == word_unsigned(&flip->to, &twin, word);
        if (!same)
            return sfr_fault(sink, SFR_fre_unshared, SFR_MALFORMED, at, 0, 0);
    }
    return true;
}

bool sfr_flip(const uint8_t *bytes, size_t size, enum sfr_profile profile, uint8_t *out,
              const struct sfr_report *report)
{
    static const uint8_t header[] = {2, 1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 0};
    struct flip flip = {.out = out};
    struct sink sink = {.report = report};
    if (sfr_check(bytes, size, 0, profile, NULL, 0, report) == SFR_MALFORMED)
        return false;
    (void)sfr_open(&flip.from, bytes, size, 0, profile, NULL);
    for (size_t i = 0; i < size; i++)
        out[i] = bytes[i];
    (void)reverse_fields(&flip, 0, header);
    for (uint32_t i = 0; i < flip.from.function_count; i++)
        flip_function(&flip, i);
    (void)sfr_open(&flip.to, out, size, 0, profile, NULL);
    for (uint32_t i = 0; i < flip.from.function_count; i++)
        if (!same_function(&flip, i, &sink))
            return false;
    return true;
}
