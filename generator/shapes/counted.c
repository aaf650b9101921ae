#include "counted.h"

#include <string.h>

struct parts gen_counted;

void gen_counted_begin(struct emitter *emitter)
{
    gen_parts_begin(&gen_counted, emitter->encoded.big);
}

void gen_count_more(struct emitter *emitter, enum field_name name, int function, uint32_t by)
{
    const struct field *const field = gen_find_field(&emitter->encoded, name, function, -1, -1);
    gen_lie_field(&emitter->encoded, field, gen_raw_value(&emitter->encoded, field) + by);
}

void gen_append_encoded(struct emitter *emitter, uint32_t begin, uint32_t end)
{
    (void)gen_parts_add(&gen_counted, emitter->encoded.bytes + begin, end - begin, 1);
}

void gen_repeat_encoded(struct emitter *emitter, uint32_t begin, uint32_t length, uint32_t times)
{
    const struct encoded *const encoded = &emitter->encoded;
    if (gen_parts_add(&gen_counted, encoded->bytes + begin, length, times) == NULL)
        return;
    for (uint32_t i = 0; i < encoded->field_count && times > 1; i++) {
        const struct field *const field = &encoded->fields[i];
        struct field next = *field;
        next.offset += length;
        if (field->offset < begin || field->offset - begin >= length)
            continue;
        const uint64_t step = gen_raw_value(encoded, &next) - gen_raw_value(encoded, field);
        if (step != 0)
            gen_parts_count(&gen_counted, field->offset - begin, field->width,
                            field->width == 8 ? (int64_t)step : (int32_t)step);
    }
}

bool gen_counted_end(struct emitter *emitter, bool is_whole)
{
    static uint8_t made[MAX_BYTES];
    const struct encoded *const encoded = &emitter->encoded;
    emitter->parts = &gen_counted;
    if (!is_whole)
        return !emitter->stopped;
    if (!gen_make_bytes(emitter))
        return false;
    if (gen_counted.too_many || gen_counted.length != encoded->length)
        gen_family_fails(emitter, "a section made of parts has another length than encoded whole");
    else
        gen_lay_out(&gen_counted, made);
    if (!emitter->stopped && memcmp(made, encoded->bytes, encoded->length) != 0)
        gen_family_fails(emitter, "a section made of parts differs from the same encoded whole");
    return !emitter->stopped;
}
