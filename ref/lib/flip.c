/* sfr_flip: writes a section in the other byte order. */
#include "walk.h"
#include "words.h"

static const uint8_t header_fields[] = {2, 1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 0}; /* widths */
struct flip {
    struct sfr_section from, to;
    uint8_t *out;
};

/* Reverses a field.  It is read from the input, so one that two functions share is right after both. */
static void reverse(struct flip *flip, size_t offset, size_t width)
{
    for (size_t i = 0; i < width; i++)
        flip->out[offset + i] = flip->from.bytes[offset + width - 1 - i];
}

/* Reverses adjacent fields; WIDTHS ends with 0. */
static void reverse_fields(struct flip *flip, size_t offset, const uint8_t *widths)
{
    for (; *widths != 0; offset += *widths++)
        reverse(flip, offset, *widths);
}

static void flip_row(struct flip *flip, const struct sfr_row *row)
{
    reverse(flip, row->offset, info_offset(row) - row->offset);
    for (unsigned i = 0; i < row->word_count; i++)
        reverse(flip, word_offset(row, i), row->word_size);
}

static void flip_function(struct flip *flip, uint32_t index)
{
    const struct sfr_text_facts *const text = text_of(&flip->from);
    struct sink sink = {0};
    struct sfr_function function;
    (void)sfr_read_function(&flip->from, index, &function, &sink);
    reverse_fields(flip, function.entry, text->entry_fields);
    if (text->attribute_fields != NULL)
        reverse_fields(flip, function.attribute, text->attribute_fields);
}

/* Whether the output has the function's values.  An attribute that overlaps a row or another attribute in part
 * has lost them: what was written later has spoilt it. */
static bool same_function(const struct flip *flip, uint32_t index, struct sink *sink)
{
    struct sfr_function from, to;
    (void)sfr_read_function(&flip->from, index, &from, sink);
    return (sfr_read_function(&flip->to, index, &to, sink) && from.num_fres == to.num_fres &&
            from.info == to.info && from.info2 == to.info2 && from.rep_size == to.rep_size) ||
           sfr_fault(sink, SFR_fre_unshared, SFR_MALFORMED, from.attribute, 0, 0);
}

static bool same_row(const struct flip *flip, const struct sfr_function *function, const struct sfr_row *row,
                     struct sink *sink)
{
    struct sfr_row twin;
    bool same = sfr_read_row(&flip->to, function, row->offset, &twin, sink) && row->start == twin.start &&
                row->info == twin.info;
    for (unsigned word = 0; same && word < row->word_count; word++)
        same = word_unsigned(&flip->from, manner_of(&flip->from), row, word) ==
               word_unsigned(&flip->to, manner_of(&flip->to), &twin, word);
    /* [endian.flip-same] */
    return same || sfr_fault(sink, SFR_fre_unshared, SFR_MALFORMED, row->offset, 0, 0);
}

/* Flips each row of the input; or if all are WRITTEN, compares each with the output.  False if one differs. */
static bool flip_rows(struct flip *flip, uint32_t *scratch, bool written, struct sink *sink)
{
    struct walk walk;
    sfr_walk_begin(&walk, &flip->from, scratch, sink);
    while (sfr_walk_next(&walk) != WALK_ENDS)
        if (walk.event == WALK_ROW && !written)
            flip_row(flip, &walk.row);
        else if (walk.event == WALK_ROW && !same_row(flip, &walk.function, &walk.row, sink))
            return false;
    return true;
}

bool sfr_flip(const uint8_t *bytes, size_t size, enum sfr_profile profile, uint8_t *out, void *scratch,
              size_t scratch_size, const struct sfr_report *report)
{
    struct flip flip = {.out = out};
    struct sink sink = {.report = report};
    if (sfr_check(bytes, size, 0, profile, scratch, scratch_size, report) >= SFR_MALFORMED)
        return false;
    uint32_t *const indices = sfr_indices(scratch);
    (void)sfr_open(&flip.from, bytes, size, 0, profile, NULL);
    for (size_t i = 0; i < size; i++)
        out[i] = bytes[i];
    reverse_fields(&flip, 0, header_fields); /* [endian.flip] */
    for (uint32_t i = 0; i < flip.from.function_count; i++)
        flip_function(&flip, i);
    (void)flip_rows(&flip, indices, false, &sink);
    (void)sfr_open(&flip.to, out, size, 0, profile, NULL);
    for (uint32_t index = 0; index < flip.from.function_count; index++)
        if (!same_function(&flip, index, &sink))
            return false;
    return flip_rows(&flip, indices, true, &sink);
}
