/* How a row is laid out in bytes: all that a search among rows reads of it. */
#ifndef REF_LIB_ROWS_H
#define REF_LIB_ROWS_H

#include "internal.h"

enum { BASE_SP = 0x01, MANGLED_RA = 0x80 }; /* [fre.base-reg-values] */
enum { COUNT_SHIFT = 1, COUNT = 0x0f };     /* [fre.count-15] */
enum { SIZE_SHIFT = 5, SIZE = 0x03, SIZES = 3 };

/* The type is the function's, so its rows cannot differ: [fretype.same]. */
static inline uint32_t take_row_start(enum sfr_fre_type type, struct cursor *cursor)
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
static inline bool lay_out(struct cursor *cursor, enum sfr_fre_type type, struct sfr_row *row)
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

/* A cursor for the row at OFFSET; it is at its end if that lies outside the rows. */
static inline struct cursor row_cursor(const struct sfr_section *section, size_t offset)
{
    const bool inside = offset >= section->fres && offset <= section->fres_end;
    return cursor_at(section, offset, inside ? section->fres_end : offset);
}

#endif
