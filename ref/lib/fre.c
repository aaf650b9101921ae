/* SFrame FRE: rows and their info byte, and what their words say where the text leaves it to the header
 * (V1 1.4, V2 and later 2.4). */
#include "rows.h"
#include "words.h"

/* --- Layout ------------------------------------------------------------------------------------------ */

/* Why it could not be laid out. */
static bool explain(const struct cursor *cursor, const struct sfr_row *row, struct sink *sink)
{
    const size_t left = cursor->end - cursor->at, wanted = row->next - row->words;
    if (cursor->missing)
        /* [fre.inside] */
        return sfr_fault(sink, SFR_fre_inside, SFR_MALFORMED, cursor->at, cursor->end, 0);
    if (row->word_size >= 1U << SIZES)
        /* [fre.size-known] */
        return sfr_fault(sink, SFR_fre_size_known, SFR_MALFORMED, info_offset(row), SIZES, SIZES - 1);
    /* [fre.inside] */
    return sfr_fault(sink, SFR_fre_inside, SFR_MALFORMED, word_offset(row, (unsigned)(left / row->word_size)),
                     wanted, left);
}

bool sfr_read_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
                  struct sfr_row *row, struct sink *sink)
{
    struct cursor cursor = row_cursor(section, offset);
    return lay_out(&cursor, function->fre_type, row) || explain(&cursor, row, sink);
}

bool sfr_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
             struct sfr_row *row, struct sfr_violation *fault)
{
    struct cursor cursor = row_cursor(section, offset);
    return lay_out(&cursor, function->fre_type, row) || explain(&cursor, row, &(struct sink){.fault = fault});
}

uint32_t sfr_word_unsigned(const struct sfr_section *section, const struct sfr_row *row, unsigned i)
{
    return word_unsigned(section, row, i);
}

int32_t sfr_word_signed(const struct sfr_section *section, const struct sfr_row *row, unsigned i)
{
    return word_signed(section, row, i);
}

/* --- Rules ------------------------------------------------------------------------------------------- */

/* V1 and V2 have no chapters on ABIs: a fixed RA offset in the header says that rows do not track RA. */
bool sfr_tracks_ra(const struct sfr_section *section)
{
    return (text_of(section)->abi_words ? abi_of(section)->fixed_ra : section->fixed_ra) == 0;
}

static void rules_by_header(const struct sfr_section *section, const struct sfr_row *row,
                            struct sfr_rules *rules, struct sink *sink)
{
    const bool tracked = sfr_tracks_ra(section);
    const unsigned fp = tracked ? 2 : 1, known = fp + 1; /* [fre.fp-third], [fre.ra-untracked] */
    set_default_cfa(section, row, &rules->cfa);
    if (tracked)
        set_slot(section, row, 1, 0, &rules->ra); /* [fre.ra-tracked] */
    else
        set_fixed(&rules->ra, section->fixed_ra, SFR_SAME);
    set_slot(section, row, fp, section->fixed_fp, &rules->fp);
    if (row->word_count > 3)
        /* [fre.count-3] */
        sfr_breach(sink, SFR_fre_count_3, SFR_IRREGULAR, info_offset(row), row->word_count, 3);
    else if (row->word_count > known)
        /* [fre.words-surplus] */
        sfr_breach(sink, SFR_fre_words_surplus, SFR_IRREGULAR, info_offset(row), row->word_count, known);
}

static void set_nothing(struct sfr_rules *rules)
{
    set_kind(&rules->cfa, SFR_UNSTATED);
    set_kind(&rules->ra, SFR_UNSTATED);
    set_kind(&rules->fp, SFR_UNSTATED);
}

static bool default_rules(const struct sfr_section *section, const struct sfr_row *row,
                          struct sfr_rules *rules, struct sink *sink)
{
    if (!text_of(section)->abi_words) {
        rules_by_header(section, row, rules, sink);
        return true;
    }
    words_reader *const read_words = abi_numbered(section->abi)->read_words;
    if (read_words == NULL) {
        set_nothing(rules);
        return sfr_fault(sink, SFR_abi_known, SFR_MALFORMED, ABI_OFFSET, section->abi, 0); /* [abi.known] */
    }
    return read_words(section, row, rules, sink); /* [fdetype.default-abi], [abi.decisions] */
}

bool sfr_read_rules(const struct sfr_section *section, const struct sfr_function *function,
                    const struct sfr_row *row, struct sfr_rules *rules, struct sink *sink)
{
    if (row->word_count != 0 && function->fde_type == SFR_DEFAULT) /* [trace.fde-type], [fre.words-abi] */
        return default_rules(section, row, rules, sink);
    if (row->word_count != 0)
        return sfr_flexible_rules(section, row, rules, sink); /* [fdetype.flex], [flex.universal] */
    const bool undefined = text_of(section)->outermost_rows;  /* [fre.count-zero] */
    set_nothing(rules);
    if (undefined)
        rules->ra.kind = SFR_UNDEFINED;
    /* [fre.cfa-first] */
    return undefined || sfr_fault(sink, SFR_fre_cfa_first, SFR_IRREGULAR, info_offset(row), 0, 1);
}

bool sfr_rules(const struct sfr_section *section, const struct sfr_function *function,
               const struct sfr_row *row, struct sfr_rules *rules, struct sfr_violation *fault)
{
    struct sink sink = {.fault = fault};
    return sfr_read_rules(section, function, row, rules, &sink);
}

/* --- Checking ---------------------------------------------------------------------------------------- */

/* Where starts must lie below: the function's size, or the block's.  0: no limit is known. */
static uint32_t start_limit(const struct sfr_section *section, const struct sfr_function *function)
{
    const bool block = function->pc_type == SFR_MASK && text_of(section)->blocks;
    return block ? function->rep_size : function->size;
}

void sfr_check_row_start(const struct sfr_section *section, const struct sfr_function *function,
                         const struct sfr_row *row, bool first, uint32_t previous_start, struct sink *sink)
{
    const uint32_t limit = start_limit(section, function);
    const bool unlimited = function->pc_type == SFR_MASK && text_of(section)->blocks && limit == 0;
    if (first && row->start != 0)
        /* [fre.start-first] */
        sfr_breach(sink, SFR_fre_start_first, SFR_IRREGULAR, row->offset, row->start, 0);
    if (!first && row->start <= previous_start)
        /* [fre.start-order] */
        sfr_breach(sink, SFR_fre_start_order, SFR_IRREGULAR, row->offset, row->start, previous_start);
    if (row->start != 0 && row->start >= limit && !unlimited)
        /* [fre.start-inside] */
        sfr_breach(sink, SFR_fre_start_inside, SFR_IRREGULAR, row->offset, row->start, limit);
}

void sfr_check_row(const struct sfr_section *section, const struct sfr_function *function,
                   const struct sfr_row *row, struct sink *sink)
{
    struct sfr_rules rules;
    if (row->mangled_ra && !abi_of(section)->signs_ra)
        /* [fre.mangled-aarch64] */
        sfr_breach(sink, SFR_fre_mangled_aarch64, SFR_IRREGULAR, info_offset(row), row->info, 0);
    (void)sfr_read_rules(section, function, row, &rules, sink);
}
