#include "lies.h"

enum owner { OF_HEADER, OF_FUNCTION, OF_ROW };

/* Bits to set and clear; the clause that then is broken, and where: so far behind the field's first byte. */
struct lie {
    enum field_name field;
    enum owner owner;
    unsigned profiles; /* a bit each */
    uint64_t set, clear;
    const char *clause;
    enum severity severity;
};

enum { V1 = 1, V2 = 2, V2E1 = 4, V2E2 = 8, V3 = 16, BEFORE_V3 = 15, FROM_V2 = 14, ALL = 31 };

static const struct lie lies[] = {
    {FIELD_MAGIC, OF_HEADER, ALL, 0, 0xff, "preamble.magic", SEVERITY_MALFORMED},
    {FIELD_VERSION, OF_HEADER, ALL, 0, 0xff, "version.known", SEVERITY_MALFORMED},
    {FIELD_VERSION, OF_HEADER, ALL, 4, 0, "version.known", SEVERITY_MALFORMED},
    {FIELD_VERSION, OF_HEADER, V2 | V2E1 | V2E2 | V3, 1, 2, "version.described", SEVERITY_MALFORMED},
    {FIELD_VERSION, OF_HEADER, V3, 0, 1, "version.described", SEVERITY_MALFORMED},
    {FIELD_ABI_ARCH, OF_HEADER, ALL, 0, 0xff, "abi.known", SEVERITY_MALFORMED},
    {FIELD_ABI_ARCH, OF_HEADER, ALL, 8, 0, "abi.known", SEVERITY_MALFORMED},
    {FIELD_NUM_FDES, OF_HEADER, ALL, 0xf0000000, 0, "header.fde-array", SEVERITY_MALFORMED},
    {FIELD_NUM_FRES, OF_HEADER, ALL, 0x80000000, 0, "header.fre-total", SEVERITY_IRREGULAR},
    {FIELD_FRE_LEN, OF_HEADER, ALL, 0xf0000000, 0, "header.fre-len-inside", SEVERITY_MALFORMED},
    {FIELD_FDEOFF, OF_HEADER, ALL, 0xf0000000, 0, "header.fdeoff-inside", SEVERITY_MALFORMED},
    {FIELD_FREOFF, OF_HEADER, ALL, 0xf0000000, 0, "header.freoff-inside", SEVERITY_MALFORMED},
    {FIELD_FRE_OFF, OF_FUNCTION, ALL, 0xf0000000, 0, "fde.fre-off-inside", SEVERITY_MALFORMED},
    {FIELD_INFO, OF_FUNCTION, ALL, 3, 12, "info.fre-type-known", SEVERITY_MALFORMED},
    {FIELD_INFO, OF_FUNCTION, ALL, 8, 0, "info.fre-type-known", SEVERITY_MALFORMED},
    {FIELD_INFO, OF_FUNCTION, BEFORE_V3, 0x80, 0, "info.unused", SEVERITY_IRREGULAR},
    {FIELD_INFO, OF_FUNCTION, BEFORE_V3, 0x40, 0, "info.unused", SEVERITY_IRREGULAR},
    {FIELD_INFO, OF_FUNCTION, V3, 0x40, 0, "info.unused-v3", SEVERITY_IRREGULAR},
    {FIELD_INFO2, OF_FUNCTION, V3, 2, 0, "info2.fde-type-known", SEVERITY_MALFORMED},
    {FIELD_INFO2, OF_FUNCTION, V3, 0x20, 0, "info2.unused", SEVERITY_IRREGULAR},
    {FIELD_PADDING, OF_FUNCTION, FROM_V2, 0x100, 0, "fde.padding", SEVERITY_IRREGULAR},
    {FIELD_ROW_INFO, OF_ROW, ALL, 0x60, 0, "fre.size-known", SEVERITY_MALFORMED},
};

enum { LIES = sizeof lies / sizeof *lies };

/* The function and row that are to lie; false: there is none. */
static bool choose_owner(const struct section *section, const struct lie *lie, uint32_t choice, int *function,
                         int *row)
{
    *function = *row = -1;
    if (lie->owner == OF_HEADER)
        return true;
    if (section->function_count == 0)
        return false;
    *function = (int)(choice % section->function_count);
    if (lie->owner == OF_FUNCTION)
        return true;
    const uint32_t rows = section->functions[*function].row_count;
    *row = rows > 0 ? (int)(choice / section->function_count % rows) : -1;
    return rows > 0;
}

bool tell_lie(struct emitter *emitter, uint32_t choice)
{
    const struct lie *const lie = &lies[choice % LIES];
    int function, row;
    if ((lie->profiles >> emitter->section.profile & 1) == 0 ||
        !choose_owner(&emitter->section, lie, choice / LIES, &function, &row))
        return false;
    const struct field *const field = find_field(&emitter->encoded, lie->field, function, row, -1);
    if (field == NULL)
        return false;
    lie_bits(&emitter->encoded, field, lie->set, lie->clear);
    breaks(emitter, lie->clause, field->offset, lie->severity);
    return true;
}
