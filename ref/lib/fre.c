/* SFrame FRE: rows and their info byte, and what their words say where the text leaves it to the header
 * (V1 1.4, V2 and later 2.4). */
#include "internal.h"

enum { BASE_SP = 0x01, MANGLED_RA = 0x80 };      /* [fre.base-reg-values]; [fre.mangled] */
enum { COUNT_SHIFT = 1, COUNT = 0x0f };          /* [fre.count], [fre.count-15] */
enum { SIZE_SHIFT = 5, SIZE = 0x03, SIZES = 3 }; /* [fre.size] */

/* --- Layout ------------------------------------------------------------------------------------------ */

/* [fretype.addr1], [fretype.addr2], [fretype.addr4]; [fretype.same]: the type is the function's, so its rows
 * cannot differ.  [fre.start] */
static uint32_t take_row_start(enum sfr_fre_type type, struct cursor *cursor)
{
    switch (type) {
    case SFR_ADDR1:
        return take_u8(cursor);
    case SFR_ADDR2:
        return take_u16(cursor);
    default:
        return take_u32(cursor);
    }
}

/* Right before the words: [fre.layout]. */
size_t sfr_info_offset(const struct sfr_row *row)
{
    return row->words - 1;
}

size_t sfr_word_offset(const struct sfr_row *row, unsigned i)
{
    return row->words + (size_t)i * row->word_size;
}

/* [fre.self-sufficient], [fre.info-tells]; [fre.size-1], [fre.size-2], [fre.size-4], [overview.dataword] */
bool sfr_read_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
                  struct sfr_row *row, struct sink *sink)
{
    if (offset < section->fres || offset > section->fres_end)
        return sfr_fault(sink, SFR_fre_inside, SFR_MALFORMED, offset, section->fres, section->fres_end);
    struct cursor cursor = cursor_at(section, offset, section->fres_end);
    row->offset = offset;
    row->start = take_row_start(function->fre_type, &cursor);
    row->info = take_u8(&cursor);
    if (cursor.missing)
        return sfr_fault(sink, SFR_fre_inside, SFR_MALFORMED, cursor.at, cursor.end, 0);
    row->base_sp = (row->info & BASE_SP) != 0; /* [fre.base-reg] */
    row->mangled_ra = (row->info & MANGLED_RA) != 0;
    row->word_count = row->info >> COUNT_SHIFT & COUNT;
    const unsigned size = row->info >> SIZE_SHIFT & SIZE;
    if (size >= SIZES)
        return sfr_fault(sink, SFR_fre_size_known, SFR_MALFORMED, cursor.at - 1, size, SIZES - 1);
    row->word_size = (uint8_t)(1U << size);
    row->words = cursor.at;
    const size_t left = cursor.end - cursor.at, wanted = (size_t)row->word_size * row->word_count;
    if (wanted > left) /* [fre.words] */
        return sfr_fault(sink, SFR_fre_inside, SFR_MALFORMED,
                         sfr_word_offset(row, (unsigned)(left / row->word_size)), wanted, left);
    row->next = cursor.at + wanted;
    return true;
}

bool sfr_row(const struct sfr_section *section, const struct sfr_function *function, size_t offset,
             struct sfr_row *row, struct sfr_violation *fault)
{
    struct sink sink = {0};
    const bool read = sfr_read_row(section, function, offset, row, &sink);
    *fault = sink.fault;
    return read;
}

uint32_t sfr_word_unsigned(const struct sfr_section *section, const struct sfr_row *row, unsigned i)
{
    struct cursor cursor = cursor_at(section, sfr_word_offset(row, i), row->next);
    switch (row->word_size) {
    case 1:
        return take_u8(&cursor);
    case 2:
        return take_u16(&cursor);
    default:
        return take_u32(&cursor);
    }
}

int32_t sfr_word_signed(const struct sfr_section *section, const struct sfr_row *row, unsigned i)
{
    const uint32_t word = sfr_word_unsigned(section, row, i);
    switch (row->word_size) {
    case 1:
        return (int8_t)word;
    case 2:
        return (int16_t)word;
    default:
        return (int32_t)word;
    }
}

/* --- Rules ------------------------------------------------------------------------------------------- */

struct sfr_rule sfr_at(enum sfr_base base, int64_t offset, bool deref)
{
    return (struct sfr_rule){.kind = SFR_AT, .base = base, .offset = offset, .deref = deref};
}

/* [fre.cfa], [fre.words-signed], [fre.words-signed-implied]; [fdetype.default] */
struct sfr_rule sfr_default_cfa(const struct sfr_section *section, const struct sfr_row *row)
{
    return sfr_at(row->base_sp ? SFR_SP : SFR_FP, sfr_word_signed(section, row, 0), false);
}

/* Where word I, if the row has it, says that a register was saved. */
struct sfr_rule sfr_slot(const struct sfr_section *section, const struct sfr_row *row, unsigned i,
                         struct sfr_rule otherwise)
{
    return i < row->word_count ? sfr_at(SFR_CFA, sfr_word_signed(section, row, i), true) : otherwise;
}

/* [header.fixed-none] */
struct sfr_rule sfr_fixed(int8_t offset, struct sfr_rule otherwise)
{
    return offset != 0 ? sfr_at(SFR_CFA, offset, true) : otherwise;
}

/* V1 and V2 have no chapters on ABIs: a fixed RA offset in the header tells that rows do not track RA. */
bool sfr_tracks_ra(const struct sfr_section *section)
{
    return text_of(section)->abi_chapters ? section->abi != SFR_AMD64 : section->fixed_ra == 0;
}

/* [fre.ra-tracked], [fre.ra-untracked], [fre.fp-third] */
static void rules_by_header(const struct sfr_section *section, const struct sfr_row *row,
                            struct sfr_rules *rules, struct sink *sink)
{
    const bool tracked = sfr_tracks_ra(section);
    const unsigned fp = tracked ? 2 : 1, known = fp + 1;
    rules->cfa = sfr_default_cfa(section, row);
    rules->ra = tracked ? sfr_slot(section, row, 1, sfr_same) : sfr_fixed(section->fixed_ra, sfr_same);
    rules->fp = sfr_slot(section, row, fp, sfr_fixed(section->fixed_fp, sfr_same));
    if (row->word_count > 3)
        sfr_breach(sink, SFR_fre_count_3, SFR_IRREGULAR, sfr_info_offset(row), row->word_count, 3);
    else if (row->word_count > known)
        sfr_breach(sink, SFR_fre_words_surplus, SFR_IRREGULAR, sfr_info_offset(row), row->word_count, known);
}

/* [fdetype.default-abi], [abi.decisions]; [overview.tracks]; [fre.words-future] are for ABIs to come */
static bool default_rules(const struct sfr_section *section, const struct sfr_row *row,
                          struct sfr_rules *rules, struct sink *sink)
{
    if (!text_of(section)->abi_chapters) {
        rules_by_header(section, row, rules, sink);
        return true;
    }
    switch (section->abi) {
    case SFR_AMD64:
        sfr_amd64_rules(section, row, rules, sink);
        return true;
    case SFR_S390X:
        return sfr_s390x_rules(section, row, rules, sink);
    default:
        sfr_aarch64_rules(section, row, rules, sink);
        return true;
    }
}

/* [fre.words-abi], [fdetype.flex], [trace.fde-type] */
bool sfr_read_rules(const struct sfr_section *section, const struct sfr_function *function,
                    const struct sfr_row *row, struct sfr_rules *rules, struct sink *sink)
{
    *rules = (struct sfr_rules){sfr_unstated, sfr_unstated, sfr_unstated};
    if (row->word_count != 0)
        return function->fde_type == SFR_FLEX ? sfr_flexible_rules(section, row, rules, sink)
                                              : default_rules(section, row, rules, sink);
    if (!text_of(section)->count_zero_undefined)
        return sfr_fault(sink, SFR_fre_cfa_first, SFR_IRREGULAR, sfr_info_offset(row), 0, 1);
    rules->ra = sfr_undefined; /* [fre.count-zero] */
    return true;
}

bool sfr_rules(const struct sfr_section *section, const struct sfr_function *function,
               const struct sfr_row *row, struct sfr_rules *rules, struct sfr_violation *fault)
{
    struct sink sink = {0};
    const bool complete = sfr_read_rules(section, function, row, rules, &sink);
    *fault = sink.fault;
    return complete;
}

/* --- Checking ---------------------------------------------------------------------------------------- */

/* Where starts must lie below: the function's size, or the block's.  0: no limit is known. */
static uint32_t start_limit(const struct sfr_section *section, const struct sfr_function *function)
{
    const bool block = function->pc_type == SFR_MASK && text_of(section)->rep_size;
    return block ? function->rep_size : function->size;
}

static void check_row_start(const struct sfr_section *section, const struct sfr_function *function,
                            uint32_t index, const struct sfr_row *row, uint32_t previous_start,
                            struct sink *sink)
{
    const uint32_t limit = start_limit(section, function);
    const bool unlimited = function->pc_type == SFR_MASK && limit == 0;
    if (index == 0 && row->start != 0)
        sfr_breach(sink, SFR_fre_start_first, SFR_IRREGULAR, row->offset, row->start, 0);
    if (index != 0 && row->start <= previous_start)
        sfr_breach(sink, SFR_fre_start_order, SFR_IRREGULAR, row->offset, row->start, previous_start);
    if (row->start != 0 && row->start >= limit && !unlimited)
        sfr_breach(sink, SFR_fre_start_inside, SFR_IRREGULAR, row->offset, row->start, limit);
}

void sfr_check_row(const struct sfr_section *section, const struct sfr_function *function, uint32_t index,
                   const struct sfr_row *row, uint32_t previous_start, struct sink *sink)
{
    struct sfr_rules rules;
    const bool aarch64 = section->abi == SFR_AARCH64_BIG || section->abi == SFR_AARCH64_LITTLE;
    check_row_start(section, function, index, row, previous_start, sink);
    if (row->mangled_ra && !aarch64)
        sfr_breach(sink, SFR_fre_mangled_aarch64, SFR_IRREGULAR, sfr_info_offset(row), row->info, 0);
    (void)sfr_read_rules(section, function, row, &rules, sink);
}
