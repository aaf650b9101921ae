/* Where a function starts and how long it is: all that a search for a function reads of it. */
#ifndef REF_LIB_RANGES_H
#define REF_LIB_RANGES_H

#include "internal.h"

struct range {
    int64_t start; /* from the start of the section */
    uint32_t size;
};

/* The offset of a function's entry, which begins with its start. */
static FAST size_t start_field(const struct sfr_section *section, struct manner how, uint32_t index)
{
    return section->fdes + (size_t)index * how.text->entry_size; /* [fde.array] */
}

/* Turns START, as it is stored at FIELD, into an offset from the start of the section, modulo 2^64.  It counts
 * from FIELD or from the section; all producers understand [fde.start-address] as the latter. */
static FAST int64_t relative_start(const struct sfr_section *section, struct manner how, size_t field,
                                   int64_t start)
{
    const bool pcrel = (section->flags & how.text->flags & SFR_PCREL) != 0; /* [flags.pcrel] */
    /* [fde.start-pcrel]; [fde.start-section] */
    return (int64_t)((uint64_t)start + (field & -(uint64_t)pcrel));
}

/* Loads the start that is stored at FIELD, in an entry inside the array. */
static FAST int64_t load_start(const struct sfr_section *section, struct manner how, size_t field)
{
    const uint8_t *const bytes = section->bytes + field;
    /* [index.start-signed64]; [fde.start-signed32] */
    return how.text->start_size == 8 ? (int64_t)load_u64(bytes, how.big_endian)
                                     : (int32_t)load_u32(bytes, how.big_endian);
}

static FAST int64_t function_start(const struct sfr_section *section, struct manner how, uint32_t index)
{
    const size_t field = start_field(section, how, index);
    return relative_start(section, how, field, load_start(section, how, field));
}

static FAST struct range function_range(const struct sfr_section *section, struct manner how, uint32_t index)
{
    const uint8_t *const size = section->bytes + start_field(section, how, index) + how.text->start_size;
    /* [fde.size], [overview.bytes] */
    return (struct range){function_start(section, how, index), load_u32(size, how.big_endian)};
}

/* The offset of a function's last byte, if its size is not 0; at most INT64_MAX. */
static FAST int64_t range_last(struct range range)
{
    const int64_t beyond = (int64_t)range.size - 1;
    return range.start > INT64_MAX - beyond ? INT64_MAX : range.start + beyond;
}

/* The offset behind a function's last byte; at most INT64_MAX. */
static FAST int64_t range_end(struct range range)
{
    return range.start > INT64_MAX - (int64_t)range.size ? INT64_MAX : range.start + range.size;
}

#endif
