/* Sections for AMD64 that tests put together, and what a check of them reports. */
#include "built.h"

#include <stdlib.h>

/* By version.  info_width: how many bytes follow the number of rows in an entry, the info byte first.  0: that
 * number and the info byte are in an attribute before the rows. */
static const struct {
    uint8_t start_width, entry_size, info_width;
} layouts[] = {{0, 0, 0}, {4, 17, 1}, {4, 20, 4}, {8, 16, 0}};

void put(struct built *built, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        built->bytes[built->size++] = (uint8_t)(value >> 8 * i);
}

void put_header(struct built *built, unsigned version, uint8_t flags, uint32_t functions, uint32_t rows,
                uint32_t row_bytes)
{
    built->version = version;
    built->size = 0;
    put(built, 0xdee2, 2);
    put(built, version, 1);
    put(built, flags, 1);
    put(built, SFR_AMD64 | 0xf80000, 4); /* no fixed FP; RA is at CFA - 8 */
    put(built, functions, 4);
    put(built, rows, 4);
    put(built, row_bytes, 4);
    put(built, 0, 4);
    put(built, functions * layouts[version].entry_size, 4);
}

void put_function(struct built *built, int64_t start, uint32_t size, uint32_t rows_at, uint32_t rows,
                  enum sfr_fre_type type)
{
    put(built, (uint64_t)start, layouts[built->version].start_width);
    put(built, size, 4);
    put(built, rows_at, 4);
    if (layouts[built->version].info_width == 0)
        return;
    put(built, rows, 4);
    put(built, type, layouts[built->version].info_width);
}

void build_at(struct built *built, uint8_t flags, const struct place *places, uint32_t count)
{
    put_header(built, 2, flags, count, count, count * 3);
    for (uint32_t i = 0; i < count; i++)
        put_function(built, places[i].start, places[i].size, i * 3, 1, SFR_ADDR1);
    for (uint32_t i = 0; i < count; i++)
        put(built, 0x000300 | (i + 8) << 16, 3); /* start 0, one word from SP */
}

void keep(void *context, const struct sfr_violation *violation)
{
    struct kept *const kept = context;
    if (kept->count < sizeof kept->violations / sizeof *kept->violations)
        kept->violations[kept->count] = *violation;
    kept->count++;
}

size_t count_clause(const struct kept *kept, enum sfr_clause clause)
{
    size_t count = 0;
    for (size_t i = 0; i < kept->count && i < sizeof kept->violations / sizeof *kept->violations; i++)
        count += kept->violations[i].clause == clause;
    return count;
}

enum sfr_verdict check(const struct built *built, const struct sfr_report *report)
{
    const size_t size = sfr_check_scratch(built->size);
    void *const scratch = malloc(size);
    const enum sfr_verdict verdict =
        sfr_check(built->bytes, built->size, 0, SFR_PROFILE_BY_VERSION, scratch, size, report);
    free(scratch);
    return verdict;
}

enum sfr_verdict check_keeping(const struct built *built, struct kept *kept)
{
    kept->count = 0;
    return check(built, &(struct sfr_report){keep, kept});
}

bool flip(const struct built *built, uint8_t *out, const struct sfr_report *report)
{
    const size_t size = sfr_check_scratch(built->size);
    void *const scratch = malloc(size);
    const bool flipped =
        sfr_flip(built->bytes, built->size, SFR_PROFILE_BY_VERSION, out, scratch, size, report);
    free(scratch);
    return flipped;
}
