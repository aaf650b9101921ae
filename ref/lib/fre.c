/* SFrame FRE: rows and their info byte, and what their words say where the text leaves it to the header
 * (V1 1.4, V2 and later 2.4). */
#include "rows.h"
#include "rules.h"

/* --- Layout ------------------------------------------------------------------------------------------ */

/* A row that does not begin inside the row sub-section has no bytes at all. */
bool sfr_explain_row(const struct sfr_section *section, enum sfr_fre_type type, const struct sfr_row *row,
                     struct sink *sink)
{
    const bool inside = row->offset >= section->fres && row->offset <= section->fres_end;
    const size_t end = inside ? section->fres_end : row->offset, left = end - row->offset,
                 width = start_width(type);
    if (left <= width)
        return sfr_fault(sink, SFR_fre_inside, SFR_MALFORMED, row->offset + (left < width ? 0 : width), end,
                         0);
    if (row->word_size >= 1U << SIZES)
        return sfr_fault(sink, SFR_fre_size_known, SFR_MALFORMED, info_offset(row), SIZES, SIZES - 1);
    return sfr_fault(sink, SFR_fre_inside, SFR_MALFORMED,
                     word_offset(row, (unsigned)((end - row->words) / row->word_size)),
                     row->next - row->words, end - row->words);
}

bool sfr_read_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
                  struct sfr_row *row, struct sink *sink)
{
    const size_t width = start_width(function->fre_type), end = section->fres_end;
    row->offset = offset;
    return (offset >= section->fres && offset < end && end - offset > width &&
            set_row(section, manner_of(section), width, offset, row)) ||
           sfr_explain_row(section, function->fre_type, row, sink);
}

bool sfr_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
             struct sfr_row *row, struct sfr_violation *fault)
{
    return sfr_read_row(section, function, offset, row, &(struct sink){.fault = fault});
}

uint32_t sfr_word_unsigned(const struct sfr_section *section, const struct sfr_row *row, unsigned i)
{
    return word_unsigned(section, manner_of(section), row, i);
}

int32_t sfr_word_signed(const struct sfr_section *section, const struct sfr_row *row, unsigned i)
{
    return word_signed(section, manner_of(section), row, i);
}

/* --- Rules ------------------------------------------------------------------------------------------- */

bool sfr_tracks_ra(const struct sfr_section *section)
{
    return tracks_ra(section, manner_of(section));
}

/* Reports words beyond those for CFA, tracked RA and FP [amd64.ra-untracked], and the lack of one where they
 * come in pairs.  Texts without chapters on ABIs only say that there are three at most. */
bool sfr_counted_rules(const struct sfr_section *section, const struct sfr_row *row, struct sfr_rules *rules,
                       struct sink *sink)
{
    const unsigned known = sfr_tracks_ra(section) ? 3 : 2;
    (void)rules;
    if (text_of(section)->abi_words && abi_of(section)->paired_words && row->word_count != known)
        sfr_breach(sink, SFR_aarch64_count, SFR_IRREGULAR, info_offset(row), row->word_count, known);
    else if (row->word_count > 3 && !text_of(section)->abi_words)
        sfr_breach(sink, SFR_fre_count_3, SFR_IRREGULAR, info_offset(row), row->word_count, 3);
    else if (row->word_count > known)
        sfr_breach(sink, SFR_fre_words_surplus, SFR_IRREGULAR, info_offset(row), row->word_count, known);
    return true;
}

bool sfr_rules(const struct sfr_section *section, const struct sfr_function *function,
               const struct sfr_row *row, struct sfr_rules *rules, struct sfr_violation *fault)
{
    return read_rules(section, manner_of(section), function, row, rules, &(struct sink){.fault = fault});
}

/* --- Checking ---------------------------------------------------------------------------------------- */

void sfr_check_row_start(const struct sfr_section *section, const struct sfr_function *function,
                         const struct sfr_row *row, bool first, uint32_t previous_start, struct sink *sink)
{
    const bool block = function->pc_type == SFR_MASK && text_of(section)->blocks;
    const uint32_t limit = block ? function->rep_size : function->size;
    const bool unlimited = block && limit == 0; /* nobody knows how long the block is */
    if (first && row->start != 0)
        sfr_breach(sink, SFR_fre_start_first, SFR_IRREGULAR, row->offset, row->start, 0);
    if (!first && row->start <= previous_start)
        sfr_breach(sink, SFR_fre_start_order, SFR_IRREGULAR, row->offset, row->start, previous_start);
    if (row->start != 0 && row->start >= limit && !unlimited)
        sfr_breach(sink, SFR_fre_start_inside, SFR_IRREGULAR, row->offset, row->start, limit);
}

void sfr_check_row(const struct sfr_section *section, const struct sfr_function *function,
                   const struct sfr_row *row, struct sink *sink)
{
    struct sfr_rules rules;
    if (row->mangled_ra && !abi_of(section)->signs_ra)
        sfr_breach(sink, SFR_fre_mangled_aarch64, SFR_IRREGULAR, info_offset(row), row->info, 0);
    (void)read_rules(section, manner_of(section), function, row, &rules, sink);
}
