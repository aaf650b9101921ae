/* The raw layer: bytes that lie, whatever the model says. */
#include "encode.h"
#include "parts.h"

#include <assert.h>
#include <string.h>

void gen_raw_store(struct encoded *encoded, uint32_t offset, uint64_t value, uint32_t width)
{
    gen_store(encoded->bytes + offset, width, encoded->big, value);
}

uint64_t gen_raw_value(const struct encoded *encoded, const struct field *field)
{
    return gen_load(encoded->bytes + field->offset, field->width < 8 ? field->width : 8, encoded->big);
}

void gen_lie_field(struct encoded *encoded, const struct field *field, uint64_t value)
{
    gen_raw_store(encoded, field->offset, value, field->width);
}

void gen_lie_bits(struct encoded *encoded, const struct field *field, uint64_t set, uint64_t clear)
{
    gen_lie_field(encoded, field, (gen_raw_value(encoded, field) & ~clear) | set);
}

void gen_lie_bytes(struct encoded *encoded, uint32_t offset, const uint8_t *bytes, uint32_t count)
{
    assert(offset <= encoded->length && count <= encoded->length - offset);
    memcpy(encoded->bytes + offset, bytes, count);
}

void gen_raw_cut(struct encoded *encoded, uint32_t length)
{
    assert(length <= encoded->length);
    encoded->length = length;
}

void gen_raw_append(struct encoded *encoded, const uint8_t *bytes, uint32_t count)
{
    assert(count <= MAX_BYTES - encoded->length);
    memcpy(encoded->bytes + encoded->length, bytes, count);
    encoded->length += count;
}

static void shift_after(uint32_t *offset, uint32_t from, uint32_t by)
{
    if (*offset >= from)
        *offset += by;
}

void gen_raw_insert(struct encoded *encoded, uint32_t offset, const uint8_t *bytes, uint32_t count)
{
    assert(offset <= encoded->length && count <= MAX_BYTES - encoded->length);
    memmove(encoded->bytes + offset + count, encoded->bytes + offset, encoded->length - offset);
    memcpy(encoded->bytes + offset, bytes, count);
    encoded->length += count;
    for (uint32_t i = 0; i < encoded->field_count; i++)
        shift_after(&encoded->fields[i].offset, offset, count);
    uint32_t *const edges[] = {&encoded->header_end, &encoded->functions_begin, &encoded->functions_end,
                               &encoded->rows_begin, &encoded->rows_end};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        shift_after(edges[i], offset, count);
    for (uint32_t i = 0; i < MAX_FUNCTIONS; i++) {
        shift_after(&encoded->start_at[i], offset, count);
        shift_after(&encoded->info_at[i], offset, count);
        shift_after(&encoded->rep_size_at[i], offset, count);
        shift_after(&encoded->data_at[i], offset, count);
    }
    for (uint32_t i = 0; i < MAX_ROWS; i++) {
        shift_after(&encoded->row_at[i], offset, count);
        shift_after(&encoded->row_info_at[i], offset, count);
    }
}
