/* SFrame FDE: function entries, and V3's index entries and attributes (V1 1.3, V2 and later 2.3). */
#include "ranges.h"

enum { FRE_TYPE = 0x0f, PC_TYPE = 0x10, PAUTH_KEY = 0x20, SIGNAL = 0x80 };
enum { FDE_TYPE = 0x1f, UNUSED_INFO2 = 0xe0 };

/* --- Reading ---------------------------------------------------------------------------------------- */

static FAST bool read_info(const struct sfr_section *section, struct sfr_function *function,
                           struct sink *sink)
{
    const uint8_t fre_type = function->info & FRE_TYPE, fde_type = function->info2 & FDE_TYPE;
    bool known = true;
    if (fre_type > SFR_ADDR4)
        /* [info.fre-type-known]; rows of a type to come cannot be read [fre.types-future] */
        known = sfr_fault(sink, SFR_info_fre_type_known, SFR_MALFORMED, function->info_offset, fre_type,
                          SFR_ADDR4);
    if (fde_type > SFR_FLEX)
        /* [info2.fde-type-known]; what words say by a type to come nobody knows [fdetype.future] */
        known = sfr_fault(sink, SFR_info2_fde_type_known, SFR_MALFORMED, function->info_offset + 1, fde_type,
                          SFR_FLEX);
    function->fre_type = (enum sfr_fre_type)fre_type;                               /* [info.fre-type] */
    function->fde_type = (enum sfr_fde_type)fde_type;                               /* [info2.fde-type] */
    function->pc_type = (function->info & PC_TYPE) != 0 ? SFR_MASK : SFR_INC;       /* [info.pc-type] */
    function->pauth_key_b = (function->info & PAUTH_KEY) != 0;                      /* [info.pauth-key] */
    function->signal = text_of(section)->signals && (function->info & SIGNAL) != 0; /* [info.signal] */
    return known;
}

/* EMPTY: nothing is to be read there, so the end of the rows will do. */
static FAST bool check_fre_off(const struct sfr_section *section, uint32_t fre_off, bool empty, size_t offset,
                               struct sink *sink)
{
    return fre_off < section->fre_len || (empty && fre_off == section->fre_len) || /* [fde.fre-off-inside] */
           sfr_fault(sink, SFR_fde_fre_off_inside, SFR_MALFORMED, offset, fre_off, section->fre_len);
}

static size_t attribute_size(const struct sfr_section *section)
{
    size_t size = 0;
    for (const uint8_t *width = text_of(section)->attribute_fields; *width != 0; width++)
        size += *width;
    return size;
}

/* [attribute.layout]; wherever it lies [attribute.unaligned] */
static bool read_attribute(const struct sfr_section *section, struct sfr_function *function,
                           struct sink *sink)
{
    const uint8_t *const widths = text_of(section)->attribute_fields;
    struct cursor cursor = cursor_at(section, function->attribute, section->fres_end);
    function->num_fres = take_uint(&cursor, widths[0]); /* [attribute.num-fres] */
    function->info_offset = cursor.at;
    function->info = take_u8(&cursor);                  /* [fde.info] */
    function->info2 = take_u8(&cursor);                 /* [attribute.info2] */
    function->rep_size = take_uint(&cursor, widths[3]); /* [fde.rep-size] */
    function->padding = 0;
    function->rows = cursor.at; /* [attribute.first], [header.fre-contents] */
    if (cursor.missing)
        /* [attribute.inside] */
        return sfr_fault(sink, SFR_attribute_inside, SFR_MALFORMED, cursor.at,
                         section->fres_end - function->attribute, attribute_size(section));
    return read_info(section, function, sink);
}

/* [fde.layout-17], [fde.layout-20], [index.layout].  The array is there, so nothing is missing. */
static FAST bool read_entry(const struct sfr_section *section, struct sfr_function *function,
                            struct sink *sink)
{
    const struct sfr_text_facts *const text = text_of(section);
    const size_t size_at = function->entry + text->start_size, fre_off_at = size_at + 4;
    const uint8_t *const field = section->bytes + size_at;
    const bool big_endian = section->big_endian;
    function->start_field = load_start(section, function->entry);
    function->size = load_u32(field, big_endian);
    const uint32_t fre_off = load_u32(field + 4, big_endian);
    if (has_attributes(section)) {
        function->attribute = section->fres + fre_off; /* [index.fre-off] */
        return check_fre_off(section, fre_off, false, fre_off_at, sink) &&
               read_attribute(section, function, sink);
    }
    function->num_fres = load_u32(field + 8, big_endian); /* [fde.num-fres] */
    function->info_offset = size_at + 12;
    function->info = load_u8(field + 12); /* [fde.info] */
    function->info2 = 0;
    function->rep_size = text->rep_size ? load_u8(field + 13) : 0; /* [fde.rep-size] */
    function->padding = text->rep_size ? load_u16(field + 14, big_endian) : 0;
    function->attribute = 0;
    function->rows = section->fres + fre_off; /* [fde.fre-off]: functions end where rows begin */
    const bool inside = check_fre_off(section, fre_off, function->num_fres == 0, fre_off_at, sink);
    return read_info(section, function, sink) && inside;
}

bool sfr_read_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                       struct sink *sink)
{
    function->index = index;
    function->entry = start_field(section, index);
    const bool read = read_entry(section, function, sink);
    function->relative = relative_start(section, function->entry, function->start_field);
    function->start = section->address + (uint64_t)function->relative;
    return read;
}

bool sfr_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                  struct sfr_violation *fault)
{
    struct sink sink = {.fault = fault};
    return index < section->function_count ? sfr_read_function(section, index, function, &sink)
                                           /* [header.fde-array] */
                                           : sfr_fault(&sink, SFR_header_fde_array, SFR_MALFORMED,
                                                       section->fdes_end, index, section->function_count);
}

/* --- Checking --------------------------------------------------------------------------------------- */

/* A field's offset is never negative, so a start that it makes smaller has overflowed. */
static void check_range(const struct sfr_function *function, struct sink *sink)
{
    if (function->relative < function->start_field ||
        (function->size != 0 && UINT64_MAX - function->start < function->size - 1))
        /* [fde.range] */
        sfr_breach(sink, SFR_fde_range, SFR_IRREGULAR, function->entry, function->start, function->size);
}

/* Right after the info byte, or in V3 after both [attribute.layout]. */
size_t sfr_rep_size_offset(const struct sfr_section *section, const struct sfr_function *function)
{
    return function->info_offset + (has_attributes(section) ? 2 : 1);
}

/* Bits that no text gives a meaning wait for one: [fde.extension]. */
static void check_unused(const struct sfr_section *section, const struct sfr_function *function,
                         struct sink *sink)
{
    const uint8_t unused = function->info & text_of(section)->info_unused;
    if (unused != 0)
        /* [info.unused], [info.unused-v3] */
        sfr_breach(sink, stated(section, SFR_info_unused_v3, SFR_info_unused), SFR_IRREGULAR,
                   function->info_offset, unused, 0);
    if ((function->info2 & UNUSED_INFO2) != 0)
        /* [info2.unused] */
        sfr_breach(sink, SFR_info2_unused, SFR_IRREGULAR, function->info_offset + 1,
                   function->info2 & UNUSED_INFO2, 0);
    if (function->padding != 0)
        /* [fde.padding] */
        sfr_breach(sink, SFR_fde_padding, SFR_IRREGULAR, function->info_offset + 2, function->padding, 0);
}

void sfr_check_function(const struct sfr_section *section, const struct sfr_function *function,
                        struct sink *sink)
{
    check_range(function, sink);
    check_unused(section, function, sink);
    if (states(section, SFR_info_pauth_zero) && /* [info.pauth-zero], [info.pauth-aarch64] */
        function->pauth_key_b && !abi_of(section)->signs_ra)
        /* [info.pauth-zero] */
        sfr_breach(sink, SFR_info_pauth_zero, SFR_IRREGULAR, function->info_offset, function->info, 0);
    if (text_of(section)->blocks && function->pc_type == SFR_MASK && function->rep_size == 0)
        /* [fde.rep-size-nonzero] */
        sfr_breach(sink, SFR_fde_rep_size_nonzero, SFR_IRREGULAR, sfr_rep_size_offset(section, function), 0,
                   1);
}
