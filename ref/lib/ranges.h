/* Where a function starts and how long it is: all that a search for a function reads of it. */
#ifndef REF_LIB_RANGES_H
#define REF_LIB_RANGES_H

#include "internal.h"

struct range {
    int64_t start; /* from the start of the section */
    uint32_t size;
};

/* The offset of a function's entry, which begins with its start. */
static inline size_t start_field(const struct sfr_section *section, uint32_t index)
{
    return section->fdes + (size_t)index * text_of(section)->entry_size; /* [fde.array] */
}

/* START as read at FIELD, from the start of the section, modulo 2^64.  It counts from the field or from the
 * section; the latter is also how every producer means [fde.start-address]. */
static inline int64_t relative_start(const struct sfr_section *section, size_t field, int64_t start)
{
    const bool pcrel = (section->flags & text_of(section)->flags & SFR_PCREL) != 0; /* [flags.pcrel] */
    /* [fde.start-pcrel]; [fde.start-section] */
    return pcrel ? (int64_t)((uint64_t)start + field) : start;
}

/* The start that is stored at FIELD, in an entry that is there. */
static FAST int64_t load_start(const struct sfr_section *section, size_t field)
{
    const uint8_t *const bytes = section->bytes + field;
    /* [index.start-signed64]; [fde.start-signed32] */
    return text_of(section)->start_size == 8 ? (int64_t)load_u64(bytes, section->big_endian)
                                             : (int32_t)load_u32(bytes, section->big_endian);
}

static FAST int64_t function_start(const struct sfr_section *section, uint32_t index)
{
    const size_t field = start_field(section, index);
    return relative_start(section, field, load_start(section, field));
}

static inline struct range function_range(const struct sfr_section *section, uint32_t index)
{
    const size_t field = start_field(section, index);
    const int64_t start = relative_start(section, field, load_start(section, field));
    const uint8_t *const size = section->bytes + field + text_of(section)->start_size;
    return (struct range){start, load_u32(size, section->big_endian)}; /* [fde.size], [overview.bytes] */
}

/* The last place inside a function that has a size; INT64_MAX if it lies beyond that. */
static inline int64_t range_last(struct range range)
{
    const int64_t beyond = (int64_t)range.size - 1;
    return range.start > INT64_MAX - beyond ? INT64_MAX : range.start + beyond;
}

/* The place behind the function, in the same way. */
static inline int64_t range_end(struct range range)
{
    return range.start > INT64_MAX - (int64_t)range.size ? INT64_MAX : range.start + range.size;
}

#endif
