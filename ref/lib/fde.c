/* SFrame FDE: function entries, and V3's index entries and attributes (V1 1.3, V2 and later 2.3). */
#include "entries.h"

bool sfr_read_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                       struct sink *sink)
{
    return read_function(section, manner_of(section), index, function, sink);
}

bool sfr_function(const struct sfr_section *section, uint32_t index, struct sfr_function *function,
                  struct sfr_violation *fault)
{
    struct sink sink = {.fault = fault};
    return index < section->function_count ? sfr_read_function(section, index, function, &sink)
                                           : sfr_fault(&sink, SFR_header_fde_array, SFR_MALFORMED,
                                                       section->fdes_end, index, section->function_count);
}

/* --- Checking --------------------------------------------------------------------------------------- */

/* The offset of a field is never negative, so if adding it makes a start smaller, the sum has overflowed. */
static void check_range(const struct sfr_function *function, struct sink *sink)
{
    if (function->relative < function->start_field ||
        (function->size != 0 && UINT64_MAX - function->start < function->size - 1))
        sfr_breach(sink, SFR_fde_range, SFR_IRREGULAR, function->entry, function->start, function->size);
}

/* It lies right after the info byte, or in V3 after both info bytes [attribute.layout]. */
size_t sfr_rep_size_offset(const struct sfr_section *section, const struct sfr_function *function)
{
    return function->info_offset + (text_of(section)->attribute_fields != NULL ? 2 : 1);
}

/* Reports bits that have no meaning yet: later texts may give them one [fde.extension]. */
static void check_unused(const struct sfr_section *section, const struct sfr_function *function,
                         struct sink *sink)
{
    const uint8_t unused = function->info & text_of(section)->info_unused;
    if (unused != 0)
        sfr_breach(sink, stated(section, SFR_info_unused_v3, SFR_info_unused), SFR_IRREGULAR,
                   function->info_offset, unused, 0);
    if ((function->info2 & UNUSED_INFO2) != 0)
        sfr_breach(sink, SFR_info2_unused, SFR_IRREGULAR, function->info_offset + 1,
                   function->info2 & UNUSED_INFO2, 0);
    if (function->padding != 0)
        sfr_breach(sink, SFR_fde_padding, SFR_IRREGULAR, function->info_offset + 2, function->padding, 0);
}

void sfr_check_function(const struct sfr_section *section, const struct sfr_function *function,
                        struct sink *sink)
{
    check_range(function, sink);
    check_unused(section, function, sink);
    if (states(section, SFR_info_pauth_zero) && /* [info.pauth-aarch64] */
        function->pauth_key_b && !abi_of(section)->signs_ra)
        sfr_breach(sink, SFR_info_pauth_zero, SFR_IRREGULAR, function->info_offset, function->info, 0);
    if (text_of(section)->blocks && function->pc_type == SFR_MASK && function->rep_size == 0)
        sfr_breach(sink, SFR_fde_rep_size_nonzero, SFR_IRREGULAR, sfr_rep_size_offset(section, function), 0,
                   1);
}
