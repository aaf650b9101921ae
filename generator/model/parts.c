#include "parts.h"

#include <string.h>

void gen_parts_begin(struct parts *parts, bool big)
{
    parts->big = big;
    parts->too_many = false;
    parts->length = 0;
    parts->count = 0;
}

struct made_part *gen_parts_add(struct parts *parts, const uint8_t *bytes, uint32_t length,
                                uint32_t times)
{
    if (length == 0 || times == 0)
        return NULL;
    if (parts->count == MAX_SECTION_PARTS || length > MAX_PART_BYTES ||
        times > (UINT32_MAX - parts->length) / length) {
        parts->too_many = true;
        return NULL;
    }
    struct made_part *const part = &parts->list[parts->count++];
    part->times = times;
    part->length = length;
    part->counted_count = 0;
    memcpy(part->bytes, bytes, length);
    parts->length += length * times;
    return part;
}

void gen_parts_count(struct parts *parts, uint32_t at, uint32_t width, int64_t step)
{
    struct made_part *const part = &parts->list[parts->count > 0 ? parts->count - 1 : 0];
    if (parts->count == 0 || part->counted_count == MAX_COUNTED || at > part->length ||
        width > part->length - at || step < INT32_MIN || step > INT32_MAX)
        parts->too_many = true;
    else
        part->counted[part->counted_count++] = (struct counted){at, width, (int32_t)step};
}

void gen_parts_add_to(struct parts *parts, uint32_t at, uint32_t width, uint64_t by)
{
    uint8_t *const number = parts->list[parts->count - 1].bytes + at;
    gen_store(number, width, parts->big, gen_load(number, width, parts->big) + by);
}

/* Drops the first `times` copies of a part: its bytes become those of the next copy. */
static void advance(struct made_part *part, uint32_t times, bool big)
{
    part->times -= times;
    for (uint32_t i = 0; i < part->counted_count; i++) {
        const struct counted *const counted = &part->counted[i];
        gen_store(part->bytes + counted->at, counted->width, big,
              gen_load(part->bytes + counted->at, counted->width, big) + (uint64_t)counted->step * times);
    }
}

/* Splits a part in two; the second begins with copy number `time`, from 0. */
static void split(struct parts *parts, uint32_t index, uint32_t time)
{
    if (time == 0 || time >= parts->list[index].times)
        return;
    if (parts->count == MAX_SECTION_PARTS) {
        parts->too_many = true;
        return;
    }
    memmove(&parts->list[index + 1], &parts->list[index],
            (parts->count - index) * sizeof *parts->list);
    parts->count++;
    advance(&parts->list[index + 1], time, parts->big);
    parts->list[index].times = time;
}

void gen_parts_lie(struct parts *parts, uint32_t index, uint32_t time, uint32_t at, uint32_t width,
                   uint64_t value)
{
    split(parts, index, time + 1);
    split(parts, index, time);
    struct made_part *const alone = &parts->list[time > 0 ? index + 1 : index];
    if (alone->times != 1)
        parts->too_many = true;
    gen_store(alone->bytes + at, width, parts->big, value);
    alone->counted_count = 0;
}

/* Each copy is made from the one before it. */
static uint8_t *lay_out_part(const struct made_part *part, bool big, uint8_t *to)
{
    memcpy(to, part->bytes, part->length);
    for (uint32_t time = 1; time < part->times; time++, to += part->length) {
        memcpy(to + part->length, to, part->length);
        for (uint32_t i = 0; i < part->counted_count; i++) {
            const struct counted *const counted = &part->counted[i];
            gen_store(to + part->length + counted->at, counted->width, big,
                  gen_load(to + counted->at, counted->width, big) + (uint64_t)counted->step);
        }
    }
    return to + part->length;
}

void gen_lay_out(const struct parts *parts, uint8_t *to)
{
    for (uint32_t i = 0; i < parts->count; i++)
        to = lay_out_part(&parts->list[i], parts->big, to);
}
