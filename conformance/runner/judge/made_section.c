#include "corpus_line.h"

#include <string.h>

/* A number in a part that is repeated: each time it is STEP more than the time before. */
struct counted {
    size_t at, width;
    uint64_t step; /* modulo 2^64 */
};

struct made_part {
    uint64_t times;
    const char *digits;
    size_t size;
    struct span count; /* a list, or empty */
};

/* --- Reading -------------------------------------------------------------------------------------------- */

static bool read_whole(struct span value, uint64_t most, uint64_t *number)
{
    return runner_span_decimal(value, number) && *number <= most;
}

static bool read_step(struct span value, uint64_t *step)
{
    const bool negative = value.size > 0 && value.at[0] == '-';
    if (!negative)
        return read_whole(value, INT32_MAX, step);
    const bool read = read_whole((struct span){value.at + 1, value.size - 1}, (uint64_t)INT32_MAX + 1, step);
    *step = 0 - *step;
    return read;
}

static bool read_counted(struct span value, size_t size, struct counted *counted)
{
    static const char *const names[] = {"at", "width", "step"};
    struct span values[3];
    uint64_t at, width;
    if (!runner_json_members(value, names, 3, false, values) || !read_whole(values[0], size, &at) ||
        !read_whole(values[1], size - at, &width) || (width != 1 && width != 2 && width != 4 && width != 8) ||
        !read_step(values[2], &counted->step))
        return false;
    counted->at = (size_t)at, counted->width = (size_t)width;
    return true;
}

static bool read_part(struct span value, struct made_part *part)
{
    static const char *const names[] = {"bytes", "times", "count"};
    struct span values[3];
    if (!runner_json_members(value, names, 3, false, values))
        return false;
    const struct span digits = runner_json_plain(values[0]);
    part->digits = digits.at;
    part->size = digits.size / 2;
    part->count = values[2];
    return digits.size > 0 && runner_are_bytes(digits) && (part->count.size == 0 || part->count.at[0] == '[') &&
           read_whole(values[1], UINT32_MAX, &part->times) && part->times > 0;
}

static const char *measure_part(struct span value, size_t *size)
{
    struct made_part part;
    struct counted counted;
    if (!read_part(value, &part))
        return "a part of its section is not one of times, bytes and perhaps count";
    for (struct json_walk each = runner_json_walk(part.count); runner_json_next(&each);)
        if (!read_counted(each.value, part.size, &counted))
            return "a part of its section counts by what is no at, width and step within its bytes";
    if (part.times > (MADE_MAX - *size) / part.size)
        return "the parts of its section make more than 4 MiB";
    *size += (size_t)part.times * part.size;
    return NULL;
}

const char *runner_made_read(struct span parts, struct made_section *made)
{
    struct json_walk part = runner_json_walk(parts);
    *made = (struct made_section){.first = {NULL, 0}};
    while (part.is_list && runner_json_next(&part)) {
        const char *const fault = measure_part(part.value, &made->size);
        if (fault != NULL)
            return fault;
        if (made->first.at == NULL)
            made->first = runner_json_plain(runner_json_of_name(part.value, "bytes"));
    }
    return made->first.at != NULL ? NULL : "the parts of its section are no list of some";
}

/* --- Writing -------------------------------------------------------------------------------------------- */

/* Adds STEP to the number in WIDTH bytes.  A carry out of it is dropped. */
static void add(uint8_t *bytes, size_t width, bool big, uint64_t step)
{
    for (size_t i = 0; i < width && step != 0; i++) {
        uint8_t *const byte = &bytes[big ? width - 1 - i : i];
        const uint64_t sum = step + *byte;
        *byte = (uint8_t)sum;
        step = sum >> 8;
    }
}

static uint8_t *write_part(const struct made_part *part, bool big, uint8_t *to)
{
    struct counted counted;
    const size_t times = (size_t)part->times;
    for (size_t i = 0; i < part->size; i++)
        to[i] = runner_digits_byte(part->digits, i);
    for (size_t time = 1; time < times; time++)
        memcpy(to + time * part->size, to, part->size);
    struct json_walk each = runner_json_walk(part->count);
    while (runner_json_next(&each) && read_counted(each.value, part->size, &counted))
        for (size_t time = 1; time < times; time++)
            add(to + time * part->size + counted.at, counted.width, big, counted.step * time);
    return to + times * part->size;
}

void runner_made_write(struct span parts, uint8_t *to)
{
    struct made_part part;
    int big = -1; /* whether the magic number in the first part is big-endian; -1: unknown yet */
    for (struct json_walk each = runner_json_walk(parts); runner_json_next(&each);) {
        if (!read_part(each.value, &part))
            return;
        if (big < 0)
            big = runner_digits_byte(part.digits, 0) == 0xde;
        to = write_part(&part, big == 1, to);
    }
}
