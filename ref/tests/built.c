/* Sections of version 2 for AMD64 that tests build up, and what a check of them reports. */
#include "built.h"

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

enum sfr_verdict check(const uint8_t *bytes, size_t size, struct kept *kept)
{
    static uint8_t scratch[ROOM];
    *kept = (struct kept){.count = 0};
    return sfr_check(bytes, size, 0, SFR_PROFILE_BY_VERSION, scratch, sizeof scratch,
                     &(struct sfr_report){keep, kept});
}

void put(struct built *built, uint64_t value, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        built->bytes[built->size++] = (uint8_t)(value >> 8 * i);
}

void put_header(struct built *built, uint8_t flags, uint32_t fdes, uint32_t fres, uint32_t fre_len)
{
    built->size = 0;
    put(built, 0xdee2, 2);
    put(built, 2, 1);
    put(built, flags, 1);
    put(built, SFR_AMD64 | 0xf80000, 4);
    put(built, fdes, 4);
    put(built, fres, 4);
    put(built, fre_len, 4);
    put(built, 0, 4);
    put(built, fdes * 20, 4);
}

void put_function(struct built *built, int32_t start, uint32_t size, uint32_t fre_off, uint32_t fres)
{
    put(built, (uint32_t)start, 4);
    put(built, size, 4);
    put(built, fre_off, 4);
    put(built, fres, 4);
    put(built, 0, 4);
}

static void put_row(struct built *built, uint8_t start, uint8_t cfa)
{
    put(built, start, 1);
    put(built, 3, 1);
    put(built, cfa, 1);
}

void build_at(struct built *built, uint8_t flags, const struct place *places, uint32_t count)
{
    put_header(built, flags, count, count, count * 3);
    for (uint32_t i = 0; i < count; i++)
        put_function(built, places[i].start, places[i].size, i * 3, 1);
    for (uint32_t i = 0; i < count; i++)
        put_row(built, 0, (uint8_t)(i + 8));
}
