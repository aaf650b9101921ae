/* The least that a lookup in a section of version 2 must touch: the function's entry, and its rows up to the
 * one that holds.  Which function it is, is known beforehand; nothing is checked, no rules are worked out,
 * and only what makesection writes can be read (AMD64, starts from their fields). */
#include "theirs.h"

#include <string.h>

enum { HEADER = 28, ENTRIES = 20, ROWS = 24 };                 /* of the header, and places in it */
enum { ENTRY = 20, FIRST_ROW = 8, ROW_COUNT = 12, INFO = 16 }; /* of an entry */

static uint32_t u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Start and info byte of the row, summed up. */
static uint64_t row_sum(const struct bench *bench, size_t entry_at, uint64_t pc)
{
    const uint8_t *const entry = bench->bytes + entry_at;
    const uint32_t offset = (uint32_t)pc - (u32(entry) + (uint32_t)entry_at);
    const unsigned wide = entry[INFO] & 1; /* starts of one byte or two */
    const uint8_t *row = bench->bytes + HEADER + u32(bench->bytes + ROWS) + u32(entry + FIRST_ROW);
    uint64_t sum = 0;
    for (uint32_t i = 0, rows = u32(entry + ROW_COUNT); i < rows; i++) {
        const uint32_t start = wide ? (uint32_t)row[0] | (uint32_t)row[1] << 8 : row[0];
        if (start > offset)
            break;
        const unsigned info = row[1 + wide];
        sum = (uint64_t)start + info;
        row += 2 + wide + ((info >> 1 & 15U) << (info >> 5 & 3U));
    }
    return sum;
}

uint64_t floor_lookups(const struct bench *bench, uint32_t count)
{
    const size_t first = HEADER + u32(bench->bytes + ENTRIES);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        if (bench->functions[i] != NO_FUNCTION)
            sum += row_sum(bench, first + (size_t)bench->functions[i] * ENTRY, bench->pcs[i]);
    return sum;
}

bool has_floor(const struct bench *bench)
{
    const struct sfr_text_facts *const text = sfr_text_facts(bench->section.profile);
    return text->blocks && text->start_size == 4;
}
