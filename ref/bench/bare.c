/* A lookup in a section of version 2 with nothing that could be left out: the same rows are found, with no
 * check and no rules, and in nothing but what makesection writes (AMD64, sorted, starts from their fields).
 * What a reader checks and works out comes on top of this. */
#include "theirs.h"

#include <string.h>

enum { HEADER = 28, COUNT = 8, ENTRIES = 20, ROWS = 24 };      /* of the header, and places in it */
enum { ENTRY = 20, FIRST_ROW = 8, ROW_COUNT = 12, INFO = 16 }; /* of an entry */
enum { REACH = 256 };

struct raw {
    const uint8_t *entries, *rows;
    uint32_t count, place; /* how many entries, and where the first is */
};

static uint32_t u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static int64_t start_of(const struct raw *raw, uint32_t index)
{
    const uint32_t field = ENTRY * index;
    return (int32_t)(u32(raw->entries + field) + raw->place + field);
}

/* No branch depends on PC: processors could not foresee it. */
static uint32_t halve(const struct raw *raw, int64_t pc, uint32_t low, uint32_t count)
{
    for (uint32_t half; count > 1; count -= half) {
        half = count / 2;
        low += start_of(raw, low + half) <= pc ? half : 0;
    }
    return low;
}

/* Near where PC would lie if functions were spread evenly, or anywhere. */
static uint32_t search(const struct raw *raw, int64_t pc, int64_t first, double density)
{
    const uint32_t even = (uint32_t)((double)(pc - first) * density);
    const uint32_t low = even > REACH ? even - REACH : 0;
    const uint32_t high = raw->count - low > 2 * REACH ? low + 2 * REACH : raw->count;
    if (start_of(raw, low) <= pc && (high == raw->count || start_of(raw, high) > pc))
        return halve(raw, pc, low, high - low);
    return halve(raw, pc, 0, raw->count);
}

/* Start and info byte of the row, summed up. */
static uint64_t row_sum(const struct raw *raw, uint32_t index, int64_t pc)
{
    const uint8_t *const entry = raw->entries + (size_t)index * ENTRY;
    const uint64_t offset = (uint64_t)(pc - start_of(raw, index));
    const unsigned wide = entry[INFO] & 1; /* starts of one byte or two */
    const uint8_t *row = raw->rows + u32(entry + FIRST_ROW);
    uint64_t sum = 0;
    if (offset >= u32(entry + 4))
        return 0;
    for (uint32_t i = 0, rows = u32(entry + ROW_COUNT); i < rows; i++) {
        const uint64_t start = wide ? (uint64_t)row[0] | (uint64_t)row[1] << 8 : row[0];
        if (start > offset)
            break;
        const unsigned info = row[1 + wide];
        sum = start + info;
        row += 2 + wide + ((info >> 1 & 15U) << (info >> 5 & 3U));
    }
    return sum;
}

uint64_t bare_lookups(const struct bench *bench, uint32_t count)
{
    struct raw raw = {.count = u32(bench->bytes + COUNT)};
    raw.place = HEADER + u32(bench->bytes + ENTRIES);
    raw.entries = bench->bytes + raw.place;
    raw.rows = bench->bytes + HEADER + u32(bench->bytes + ROWS);
    const int64_t first = start_of(&raw, 0), last = start_of(&raw, raw.count - 1);
    const double density = (double)(raw.count - 1) / (double)(last - first + 1);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const int64_t pc = (int64_t)bench->pcs[i];
        const uint32_t index = pc < last ? search(&raw, pc, first, density) : raw.count - 1;
        sum += row_sum(&raw, index, pc);
    }
    return sum;
}
