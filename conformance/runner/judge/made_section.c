#include "made_section.h"

#include <jansson.h>
#include <string.h>

/* A number in a part: each time it is a step more than the time before. */
struct counted {
    size_t at, width;
    uint64_t step; /* modulo 2^64 */
};

struct made_part {
    uint64_t times;
    const char *digits;
    size_t size;
    const json_t *count;
};

/* --- Reading -------------------------------------------------------------------------------------------- */

static bool read_whole(const json_t *object, const char *name, uint64_t most, uint64_t *number)
{
    const json_t *const value = json_object_get(object, name);
    *number = json_is_integer(value) ? (uint64_t)json_integer_value(value) : 0;
    return json_is_integer(value) && json_integer_value(value) >= 0 && *number <= most;
}

static bool read_counted(const json_t *value, size_t size, struct counted *counted)
{
    uint64_t at, width;
    const json_t *const step = json_object_get(value, "step");
    if (json_object_size(value) != 3 || !json_is_integer(step) || json_integer_value(step) < INT32_MIN ||
        json_integer_value(step) > INT32_MAX || !read_whole(value, "at", size, &at) ||
        !read_whole(value, "width", size - at, &width) ||
        (width != 1 && width != 2 && width != 4 && width != 8))
        return false;
    *counted = (struct counted){(size_t)at, (size_t)width, (uint64_t)json_integer_value(step)};
    return true;
}

static bool read_part(const json_t *value, struct made_part *part)
{
    const json_t *const bytes = json_object_get(value, "bytes");
    part->digits = json_string_value(bytes);
    part->count = json_object_get(value, "count");
    const size_t digits = json_string_length(bytes);
    bool read = json_object_size(value) == (part->count != NULL ? 3 : 2) && digits > 0 && digits % 2 == 0 &&
                (part->count == NULL || json_is_array(part->count)) &&
                read_whole(value, "times", UINT32_MAX, &part->times) && part->times > 0;
    part->size = digits / 2;
    for (size_t i = 0; read && i < digits; i++)
        read = runner_digit_value(part->digits[i]) < 16;
    return read;
}

static const char *measure_part(const json_t *value, size_t *size)
{
    struct made_part part;
    struct counted counted;
    if (!read_part(value, &part))
        return "a part of its section is not one of times, bytes and perhaps count";
    for (size_t i = 0; i < json_array_size(part.count); i++)
        if (!read_counted(json_array_get(part.count, i), part.size, &counted))
            return "a part of its section counts by what is no at, width and step within its bytes";
    if (part.times > (MADE_MAX - *size) / part.size)
        return "the parts of its section make more than 4 MiB";
    *size += (size_t)part.times * part.size;
    return NULL;
}

const char *runner_made_read(struct span parts, struct made_section *made)
{
    json_t *const list = json_loadb(parts.at, parts.size, JSON_REJECT_DUPLICATES, NULL);
    const char *fault = json_array_size(list) > 0 ? NULL : "the parts of its section are no list of some";
    struct json_cut cut = runner_json_cut_of(parts);
    struct span first;
    bool more;
    made->size = 0;
    for (size_t i = 0; fault == NULL && i < json_array_size(list); i++)
        fault = measure_part(json_array_get(list, i), &made->size);
    if (fault == NULL && runner_json_take(&cut, '[') && runner_json_element(&cut, &first, &more)) {
        const struct span quoted = runner_json_of_name(first, "bytes");
        made->first = (struct span){quoted.at + 1, quoted.size - 2};
    }
    json_decref(list);
    return fault;
}

/* --- Writing -------------------------------------------------------------------------------------------- */

/* A number of WIDTH bytes, and a number more: the rest of a carry is dropped. */
static void add(uint8_t *bytes, size_t width, bool big, uint64_t step)
{
    for (size_t i = 0; i < width && step != 0; i++) {
        uint8_t *const byte = &bytes[big ? width - 1 - i : i];
        const uint64_t sum = step + *byte;
        *byte = (uint8_t)sum;
        step = sum >> 8;
    }
}

static uint8_t *write_part(const json_t *value, bool big, uint8_t *to)
{
    struct made_part part;
    struct counted counted;
    if (!read_part(value, &part))
        return to;
    const size_t times = (size_t)part.times;
    for (size_t i = 0; i < part.size; i++)
        to[i] = runner_digits_byte(part.digits, i);
    for (size_t time = 1; time < times; time++)
        memcpy(to + time * part.size, to, part.size);
    for (size_t i = 0; i < json_array_size(part.count); i++) {
        if (!read_counted(json_array_get(part.count, i), part.size, &counted))
            return to;
        for (size_t time = 1; time < times; time++)
            add(to + time * part.size + counted.at, counted.width, big, counted.step * time);
    }
    return to + times * part.size;
}

bool runner_made_write(struct span parts, uint8_t *to)
{
    json_t *const list = json_loadb(parts.at, parts.size, JSON_REJECT_DUPLICATES, NULL);
    const char *const first = json_string_value(json_object_get(json_array_get(list, 0), "bytes"));
    const bool big = first != NULL && runner_digits_byte(first, 0) == 0xde; /* as its magic number stands */
    for (size_t i = 0; i < json_array_size(list); i++)
        to = write_part(json_array_get(list, i), big, to);
    json_decref(list);
    return first != NULL;
}
