#include "tiny.h"

#include <string.h>

enum { HEADER_SIZE = 28, FUNCTION_SIZE = 20, VERSION = 2, AMD64 = 3 };
enum { PCREL = 0x04 };

static uint32_t unsigned_at(const uint8_t *at, unsigned size)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < size; i++)
        value |= (uint32_t)at[i] << 8 * i;
    return value;
}

static int32_t signed_at(const uint8_t *at, unsigned size)
{
    const uint32_t value = unsigned_at(at, size), sign = (uint32_t)1 << (8 * size - 1);
    return (int32_t)((int64_t)(value ^ sign) - (int64_t)sign);
}

const char *tiny_open(struct tiny_section *section, const uint8_t *bytes, size_t length)
{
    if (length < HEADER_SIZE)
        return "the header is not whole";
    if (unsigned_at(bytes, 2) != 0xdee2 || bytes[2] != VERSION || bytes[4] != AMD64)
        return "not little-endian SFrame version 2 of AMD64";
    section->bytes = bytes;
    section->flags = bytes[3];
    section->fixed_fp = (int8_t)bytes[5];
    section->fixed_ra = (int8_t)bytes[6];
    section->aux_length = bytes[7];
    section->function_count = unsigned_at(bytes + 8, 4);
    const uint32_t rows_length = unsigned_at(bytes + 16, 4);
    const uint32_t functions = unsigned_at(bytes + 20, 4), rows = unsigned_at(bytes + 24, 4);
    if (section->fixed_ra == 0)
        return "rows of AMD64 do not say where the return address is, so the header must";
    if (section->aux_length > length - HEADER_SIZE)
        return "the auxiliary header is not whole";
    section->aux = bytes + HEADER_SIZE;
    const size_t left = length - HEADER_SIZE - section->aux_length;
    if (functions > rows || rows > left || section->function_count > (rows - functions) / FUNCTION_SIZE)
        return "the functions are not whole";
    if (rows_length > left - rows)
        return "the rows are not whole";
    section->functions = section->aux + section->aux_length + functions;
    section->rows = section->aux + section->aux_length + rows;
    section->rows_end = section->rows + rows_length;
    return NULL;
}

/* A start is relative to the section or, with a flag that erratum 1 defines, to the start's own field. */
const char *tiny_function(const struct tiny_section *section, uint32_t index, struct tiny_function *function)
{
    const uint8_t *const at = section->functions + (size_t)index * FUNCTION_SIZE;
    const bool from_field = strcmp(section->text, "v2") != 0 && (section->flags & PCREL) != 0;
    const uint64_t base = section->address + (from_field ? (uint64_t)(at - section->bytes) : 0);
    const uint32_t rows = unsigned_at(at + 8, 4), info = at[16];
    function->start = base + (uint64_t)(int64_t)signed_at(at, 4);
    function->size = unsigned_at(at + 4, 4);
    function->row_count = unsigned_at(at + 12, 4);
    function->row_type = info & 0x0f;
    function->mask = (info & 0x10) != 0;
    function->key_b = (info & 0x20) != 0;
    function->rep_size = at[17];
    if (function->row_type > 2)
        return "a type of rows that nobody has defined";
    if (rows > (size_t)(section->rows_end - section->rows))
        return "a function's rows lie outside of the rows";
    function->next_row = section->rows + rows;
    return NULL;
}

const char *tiny_next_row(const struct tiny_section *section, struct tiny_function *function,
                          struct tiny_row *row)
{
    const uint8_t *const at = function->next_row;
    const unsigned start_size = 1U << function->row_type;
    if ((size_t)(section->rows_end - at) < start_size + 1)
        return "a row is not whole";
    const uint8_t info = at[start_size], *const words = at + start_size + 1;
    const unsigned count = info >> 1 & 0x0f, size = 1U << (info >> 5 & 3);
    const size_t words_size = (size_t)count * size;
    if (size > 4)
        return "a size of words that nobody has defined";
    if ((size_t)(section->rows_end - words) < words_size)
        return "a row is not whole";
    if (count > 2)
        return "a row of AMD64 has no more than two words";
    row->start = unsigned_at(at, start_size);
    row->mangled_ra = (info & 0x80) != 0;
    row->has_cfa = count != 0;
    row->outermost = count == 0 && strcmp(section->text, "v2e2") == 0;
    row->cfa_from_sp = (info & 1) != 0;
    row->cfa_offset = count > 0 ? signed_at(words, size) : 0;
    row->fp_saved = count > 1 || section->fixed_fp != 0;
    row->fp_offset = count > 1 ? signed_at(words + size, size) : section->fixed_fp;
    function->next_row = words + words_size;
    return NULL;
}

/* Finds the last row that starts at or before the offset.  If the function repeats a block (PC type mask),
 * rows are relative to the block. */
static const char *find_row(const struct tiny_section *section, struct tiny_function *function,
                            uint32_t offset, struct tiny_place *place)
{
    if (function->mask && function->rep_size == 0)
        return "a block that repeats has no size";
    if (function->mask)
        offset %= function->rep_size;
    place->found = TINY_NO_ROW;
    for (uint32_t i = 0; i < function->row_count; i++) {
        struct tiny_row row;
        const char *const why = tiny_next_row(section, function, &row);
        if (why != NULL || row.start > offset)
            return why;
        place->found = TINY_FOUND;
        place->row_index = i;
        place->row = row;
    }
    if (place->found == TINY_FOUND && !place->row.has_cfa && !place->row.outermost)
        return "the row says nothing";
    return NULL;
}

const char *tiny_lookup(const struct tiny_section *section, uint64_t pc, struct tiny_place *place)
{
    place->found = TINY_NO_FUNCTION;
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct tiny_function function;
        const char *const why = tiny_function(section, i, &function);
        if (pc - function.start >= function.size)
            continue;
        place->function_index = i;
        return why != NULL ? why : find_row(section, &function, (uint32_t)(pc - function.start), place);
    }
    return NULL;
}
