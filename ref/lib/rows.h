/* How a row is laid out in bytes: all that a search among rows reads of it. */
#ifndef REF_LIB_ROWS_H
#define REF_LIB_ROWS_H

#include "internal.h"

enum { BASE_SP = 0x01, MANGLED_RA = 0x80 }; /* [fre.base-reg-values] */
enum { COUNT_SHIFT = 1, COUNT = 0x0f };     /* [fre.count-15] */
enum { SIZE_SHIFT = 5, SIZE = 0x03, SIZES = 3 };

/* How many bytes the words of a row take, as its info byte says. */
static FAST size_t words_size(uint8_t info)
{
    return sfr_words_sizes[info];
}

/* Reads the row at OFFSET, whose start and info byte lie inside the rows, from its own bytes alone:
 * [fre.self-sufficient].  The width of starts is the function's, so its rows cannot differ: [fretype.same].
 * False if its words do not lie inside the rows, or nobody knows their size. */
static FAST bool set_row(const struct sfr_section *section, struct manner how, size_t width, size_t offset,
                         struct sfr_row *row)
{
    const uint8_t info = section->bytes[offset + width]; /* [fre.layout], [fre.info-tells] */
    const size_t words = offset + width + 1, wanted = words_size(info);
    /* [fre.start] */
    const uint32_t start = load_before(section->bytes, offset + width, width, how.big_endian);
    row->offset = offset;
    row->start = start;
    row->info = info;
    row->words = words;                                            /* [fre.words] */
    row->base_sp = (info & BASE_SP) != 0;                          /* [fre.base-reg] */
    row->mangled_ra = (info & MANGLED_RA) != 0;                    /* [fre.mangled] */
    row->word_count = info >> COUNT_SHIFT & COUNT;                 /* [fre.count] */
    row->word_size = (uint8_t)(1U << (info >> SIZE_SHIFT & SIZE)); /* [fre.size] */
    row->next = words + wanted;
    return wanted <= section->fres_end - words;
}

/* How wide the starts of rows are [fretype.addr1], [fretype.addr2], [fretype.addr4]; a function that could
 * not be read may have any type. */
static FAST size_t start_width(enum sfr_fre_type type)
{
    return (size_t)1 << ((unsigned)type < SFR_ADDR4 ? (unsigned)type : SFR_ADDR4);
}

#endif
