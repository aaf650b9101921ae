/* Where functions are, and nothing else of them: what a search looks at. */
#ifndef SFR_RANGES_H
#define SFR_RANGES_H

#include "internal.h"

struct range {
    int64_t start; /* from the start of the section */
    uint32_t size;
};

/* [fde.array]: entry after entry, nothing between [overview.packed]; [overview.natural], [fde.natural] hold
 * inside an entry, which may itself lie anywhere */
static inline size_t start_field(const struct sfr_section *section, uint32_t index)
{
    return section->fdes + (size_t)index * text_of(section)->entry_size;
}

/* [flags.pcrel], [fde.start-pcrel]: from the field; unset, [fde.start-section]: from the section, which
 * is also how every producer means [fde.start-address].  Modulo 2^64, as addresses go. */
static inline int64_t relative_start(const struct sfr_section *section, size_t field, int64_t start)
{
    const bool pcrel = (section->flags & text_of(section)->flags & SFR_PCREL) != 0;
    return pcrel ? (int64_t)((uint64_t)start + field) : start;
}

/* [fde.start-signed32], [index.start-signed64] */
static inline int64_t take_start(const struct sfr_section *section, struct cursor *cursor)
{
    return text_of(section)->attribute ? (int64_t)take_u64(cursor) : (int32_t)take_u32(cursor);
}

/* [fde.size], [overview.bytes] */
static inline struct range function_range(const struct sfr_section *section, uint32_t index)
{
    const size_t field = start_field(section, index);
    struct cursor cursor = cursor_at(section, field, section->fdes_end);
    const int64_t start = relative_start(section, field, take_start(section, &cursor));
    return (struct range){start, take_u32(&cursor)};
}

/* The last place that a function of some size holds, no further than can be said. */
static inline int64_t range_last(struct range range)
{
    const int64_t beyond = (int64_t)range.size - 1;
    return range.start > INT64_MAX - beyond ? INT64_MAX : range.start + beyond;
}

/* The same of what follows it. */
static inline int64_t range_end(struct range range)
{
    return range.start > INT64_MAX - (int64_t)range.size ? INT64_MAX : range.start + range.size;
}

#endif
