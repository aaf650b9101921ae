/* How a row is laid out in bytes: all that a search among rows reads of it. */
#ifndef REF_LIB_ROWS_H
#define REF_LIB_ROWS_H

#include "internal.h"

enum { BASE_SP = 0x01, MANGLED_RA = 0x80 }; /* [fre.base-reg-values] */
enum { COUNT_SHIFT = 1, COUNT = 0x0f };     /* [fre.count-15] */
enum { SIZE_SHIFT = 5, SIZE = 0x03, SIZES = 3 };

/* The type is the function's, so its rows cannot differ: [fretype.same]. */
static FAST uint32_t take_row_start(enum sfr_fre_type type, struct cursor *cursor)
{
    switch (type) {
    case SFR_ADDR1:
        return take_u8(cursor); /* [fretype.addr1] */
    case SFR_ADDR2:
        return take_u16(cursor); /* [fretype.addr2] */
    default:
        return take_u32(cursor); /* [fretype.addr4] */
    }
}

/* Reads the row at the cursor, from its own bytes alone: [fre.self-sufficient].  False if bytes are
 * missing or the size of its words is unknown; what could be read is set all the same. */
static FAST bool lay_out(struct cursor *cursor, enum sfr_fre_type type, struct sfr_row *row)
{
    row->offset = cursor->at;
    row->start = take_row_start(type, cursor);            /* [fre.layout], [fre.start] */
    row->info = take_u8(cursor);                          /* [fre.info-tells] */
    row->words = cursor->at;                              /* [fre.words] */
    row->base_sp = (row->info & BASE_SP) != 0;            /* [fre.base-reg] */
    row->mangled_ra = (row->info & MANGLED_RA) != 0;      /* [fre.mangled] */
    row->word_count = row->info >> COUNT_SHIFT & COUNT;   /* [fre.count] */
    const unsigned size = row->info >> SIZE_SHIFT & SIZE; /* [fre.size] */
    row->word_size = (uint8_t)(1U << size);
    const size_t wanted = (size_t)row->word_count << size;
    row->next = row->words + wanted;
    return !cursor->missing && size < SIZES && wanted <= cursor->end - cursor->at;
}

/* As much of the row at the cursor as a search looks at, with one look at what is left.  Its size is 0 where
 * it cannot be laid out. */
static FAST size_t look_at_row(const struct cursor *cursor, enum sfr_fre_type type, uint32_t *start)
{
    const size_t info_at = (size_t)1 << type, left = cursor->end - cursor->at; /* [fre.layout] */
    const uint8_t *const row = cursor->bytes + cursor->at;
    if (left <= info_at)
        return 0;
    *start = load_uint(row, info_at, cursor->big_endian); /* [fre.start] */
    const unsigned info = row[info_at], size = info >> SIZE_SHIFT & SIZE;
    const size_t words = (size_t)(info >> COUNT_SHIFT & COUNT) << size;
    return size < SIZES && words < left - info_at ? info_at + 1 + words : 0;
}

/* A cursor for the row at OFFSET; it is at its end if that lies outside the rows. */
static inline struct cursor row_cursor(const struct sfr_section *section, size_t offset)
{
    const bool inside = offset >= section->fres && offset <= section->fres_end;
    return cursor_at(section, offset, inside ? section->fres_end : offset);
}

#endif
