/* How a function's entry is read, and in V3 its attribute. */
#ifndef REF_LIB_ENTRIES_H
#define REF_LIB_ENTRIES_H

#include "ranges.h"

enum { FRE_TYPE = 0x0f, PC_TYPE = 0x10, PAUTH_KEY = 0x20, SIGNAL = 0x80 };
enum { FDE_TYPE = 0x1f, UNUSED_INFO2 = 0xe0 };
enum { ATTRIBUTE_SIZE = 5 };

/* INFO2 is 0 where the text has none. */
static FAST void set_info(struct manner how, struct sfr_function *function, size_t offset, uint8_t info,
                          uint8_t info2)
{
    function->info_offset = offset;
    function->info = info;
    function->info2 = info2;
    function->fre_type = (enum sfr_fre_type)(info & FRE_TYPE);      /* [info.fre-type] */
    function->fde_type = (enum sfr_fde_type)(info2 & FDE_TYPE);     /* [info2.fde-type] */
    function->pc_type = (info & PC_TYPE) != 0 ? SFR_MASK : SFR_INC; /* [info.pc-type] */
    function->pauth_key_b = (info & PAUTH_KEY) != 0;                /* [info.pauth-key] */
    function->signal = how.text->signals && (info & SIGNAL) != 0;   /* [info.signal] */
}

static FAST bool check_info(const struct sfr_function *function, struct sink *sink)
{
    bool known = true;
    if ((unsigned)function->fre_type > SFR_ADDR4)
        /* rows of a future type cannot be read [fre.types-future] */
        known = sfr_fault(sink, SFR_info_fre_type_known, SFR_MALFORMED, function->info_offset,
                          (unsigned)function->fre_type, SFR_ADDR4);
    if ((unsigned)function->fde_type > SFR_FLEX)
        /* what words mean in a function of a future type is unknown [fdetype.future] */
        known = sfr_fault(sink, SFR_info2_fde_type_known, SFR_MALFORMED, function->info_offset + 1,
                          (unsigned)function->fde_type, SFR_FLEX);
    return known;
}

/* FRE_OFF must lie inside the rows.  EMPTY: the function has no rows, so the end of the rows will do, too. */
static FAST bool check_fre_off(const struct sfr_section *section, uint32_t fre_off, bool empty, size_t offset,
                               struct sink *sink)
{
    return fre_off < section->fre_len || (empty && fre_off == section->fre_len) ||
           sfr_fault(sink, SFR_fde_fre_off_inside, SFR_MALFORMED, offset, fre_off, section->fre_len);
}

/* [attribute.layout]; wherever it lies [attribute.unaligned] */
static FAST bool read_attribute(const struct sfr_section *section, struct manner how,
                                struct sfr_function *function, size_t at, struct sink *sink)
{
    const uint8_t *const field = section->bytes + at;
    const size_t left = section->fres_end - at;
    if (left < ATTRIBUTE_SIZE)
        return sfr_fault(sink, SFR_attribute_inside, SFR_MALFORMED, at + (left < 2 ? 0 : left), left,
                         ATTRIBUTE_SIZE);
    const uint8_t info = field[2], info2 = field[3], rep_size = field[4];
    function->num_fres = load_u16(field, how.big_endian); /* [attribute.num-fres] */
    function->rep_size = rep_size;                        /* [fde.rep-size] */
    function->rows = at + ATTRIBUTE_SIZE;                 /* [attribute.first], [header.fre-contents] */
    set_info(how, function, at + 2, info, info2);         /* [fde.info]; [attribute.info2] */
    return check_info(function, sink);
}

/* [fde.layout-17], [fde.layout-20], [index.layout].  The whole array is present, so no bytes are missing.  All
 * loads come first, as a compiler must assume that a store changes the bytes of the section. */
static FAST bool read_function(const struct sfr_section *section, struct manner how, uint32_t index,
                               struct sfr_function *function, struct sink *sink)
{
    const bool big_endian = how.big_endian, own = how.text->attribute_fields != NULL; /* [index.own] */
    const bool blocks = how.text->rep_size && !own;
    const size_t entry = start_field(section, how, index), size_at = entry + how.text->start_size,
                 rows = section->fres;
    const uint8_t *const field = section->bytes + size_at;
    const int64_t start = load_start(section, how, entry),
                  relative = relative_start(section, how, entry, start);
    const uint64_t address = section->address + (uint64_t)relative;
    const uint32_t size = load_u32(field, big_endian), fre_off = load_u32(field + 4, big_endian);
    const uint32_t num_fres = own ? 0 : load_u32(field + 8, big_endian); /* [fde.num-fres] */
    const uint8_t info = own ? 0 : field[12];                            /* [fde.info] */
    const uint8_t rep_size = blocks ? field[13] : 0;                     /* [fde.rep-size] */
    const uint16_t padding = blocks ? load_u16(field + 14, big_endian) : 0;
    function->index = index;
    function->entry = entry;
    function->start_field = start;
    function->relative = relative;
    function->start = address;
    function->size = size;
    function->padding = padding;
    function->attribute = own ? rows + fre_off : 0; /* [index.fre-off] */
    if (own)
        return check_fre_off(section, fre_off, false, size_at + 4, sink) &&
               read_attribute(section, how, function, rows + fre_off, sink);
    function->num_fres = num_fres;
    function->rep_size = rep_size;
    function->rows = rows + fre_off; /* [fde.fre-off]: functions end where rows begin */
    set_info(how, function, size_at + 12, info, 0);
    if (check_fre_off(section, fre_off, num_fres == 0, size_at + 4, sink))
        return check_info(function, sink);
    (void)check_info(function, sink);
    return false;
}

#endif
