#include "lies.h"

enum owner { OF_HEADER, OF_FUNCTION, OF_ROW };

/* Bits of a field to set and clear, and the clause that this breaks. */
struct lie {
    enum field_name field;
    enum owner owner;
    unsigned profiles; /* a set: one bit for each profile */
    enum severity severity;
    uint64_t set, clear;
    const char *clause;
};

enum { V1 = 1, V2 = 2, V2E1 = 4, V2E2 = 8, V3 = 16, BEFORE_V3 = 15, FROM_V2 = 14, ALL = 31 };

static const struct lie lies[] = {
    {FIELD_MAGIC, OF_HEADER, ALL, SEVERITY_MALFORMED, 0, 0xff, "preamble.magic"},
    {FIELD_VERSION, OF_HEADER, ALL, SEVERITY_MALFORMED, 0, 0xff, "version.known"},
    {FIELD_VERSION, OF_HEADER, ALL, SEVERITY_MALFORMED, 4, 0, "version.known"},
    {FIELD_VERSION, OF_HEADER, V2 | V2E1 | V2E2 | V3, SEVERITY_MALFORMED, 1, 2, "version.described"},
    {FIELD_VERSION, OF_HEADER, V3, SEVERITY_MALFORMED, 0, 1, "version.described"},
    {FIELD_ABI_ARCH, OF_HEADER, ALL, SEVERITY_MALFORMED, 0, 0xff, "abi.known"},
    {FIELD_ABI_ARCH, OF_HEADER, ALL, SEVERITY_MALFORMED, 8, 0, "abi.known"},
    {FIELD_NUM_FDES, OF_HEADER, ALL, SEVERITY_MALFORMED, 0xf0000000, 0, "header.fde-array"},
    {FIELD_NUM_FRES, OF_HEADER, ALL, SEVERITY_IRREGULAR, 0x80000000, 0, "header.fre-total"},
    {FIELD_FRE_LEN, OF_HEADER, ALL, SEVERITY_MALFORMED, 0xf0000000, 0, "header.fre-len-inside"},
    {FIELD_FDEOFF, OF_HEADER, ALL, SEVERITY_MALFORMED, 0xf0000000, 0, "header.fdeoff-inside"},
    {FIELD_FREOFF, OF_HEADER, ALL, SEVERITY_MALFORMED, 0xf0000000, 0, "header.freoff-inside"},
    {FIELD_FRE_OFF, OF_FUNCTION, ALL, SEVERITY_MALFORMED, 0xf0000000, 0, "fde.fre-off-inside"},
    {FIELD_INFO, OF_FUNCTION, ALL, SEVERITY_MALFORMED, 3, 12, "info.fre-type-known"},
    {FIELD_INFO, OF_FUNCTION, ALL, SEVERITY_MALFORMED, 8, 0, "info.fre-type-known"},
    {FIELD_INFO, OF_FUNCTION, BEFORE_V3, SEVERITY_IRREGULAR, 0x80, 0, "info.unused"},
    {FIELD_INFO, OF_FUNCTION, BEFORE_V3, SEVERITY_IRREGULAR, 0x40, 0, "info.unused"},
    {FIELD_INFO, OF_FUNCTION, V3, SEVERITY_IRREGULAR, 0x40, 0, "info.unused-v3"},
    {FIELD_INFO2, OF_FUNCTION, V3, SEVERITY_MALFORMED, 2, 0, "info2.fde-type-known"},
    {FIELD_INFO2, OF_FUNCTION, V3, SEVERITY_IRREGULAR, 0x20, 0, "info2.unused"},
    {FIELD_PADDING, OF_FUNCTION, FROM_V2, SEVERITY_IRREGULAR, 0x100, 0, "fde.padding"},
    {FIELD_ROW_INFO, OF_ROW, ALL, SEVERITY_MALFORMED, 0x60, 0, "fre.size-known"},
};

enum { LIES = sizeof lies / sizeof *lies };

/* Chooses the function and the row whose field becomes a lie; false: there is none. */
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

bool put_lie(struct emitter *emitter, uint32_t choice)
{
    const struct lie *const lie = &lies[choice % LIES];
    int function, row;
    if ((lie->profiles >> emitter->section.profile & 1) == 0 ||
        !choose_owner(&emitter->section, lie, choice / LIES, &function, &row))
        return false;
    const struct field *const field = gen_find_field(&emitter->encoded, lie->field, function, row, -1);
    if (field == NULL)
        return false;
    gen_lie_bits(&emitter->encoded, field, lie->set, lie->clear);
    gen_breaks(emitter, lie->clause, field->offset, lie->severity);
    return true;
}
