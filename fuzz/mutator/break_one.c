#include "edits.h"

#include <string.h>

#define FAULT(name, what)                                                                                    \
    static size_t fault_##name(uint8_t *bytes, size_t size, size_t room, struct random *random);
FAULT_TABLE(FAULT)
#undef FAULT

const struct fault_kind fault_kinds[FAULTS] = {
#define FAULT(name, what) {#name, fault_##name},
    FAULT_TABLE(FAULT)
#undef FAULT
};

/* --- Fields -------------------------------------------------------------------------------------------- */

typedef uint64_t change(struct random *random, uint64_t old, unsigned width);

/* A new value at a small distance, as off-by-one errors have it, or at the size of a structure. */
static uint64_t step(struct random *random, uint64_t old, unsigned width)
{
    static const uint8_t steps[] = {1, 1, 1, 2, 4, 5, 8, 16, 17, 20, 28};
    const uint64_t by = steps[below(random, sizeof steps)];
    (void)width;
    return one_in(random, 2) ? old + by : old - by;
}

static uint64_t swap(struct random *random, uint64_t old, unsigned width)
{
    (void)random;
    return __builtin_bswap64(old) >> (64 - 8 * width);
}

static void change_field(uint8_t *at, unsigned width, bool big_endian, struct random *random, change *new)
{
    put_number(at, width, big_endian, new (random, number_at(at, width, big_endian), width));
}

/* Changes the header, mostly counts, lengths and offsets. */
static size_t change_header(uint8_t *bytes, size_t size, struct random *random, change *new)
{
    struct outline outline;
    if (!outline_of(bytes, size, &outline))
        return size;
    const unsigned first = one_in(random, 4) ? 0 : HEADER_AUX_LEN;
    const struct place *const place = &header_places[first + below(random, HEADER_FIELDS - first)];
    change_field(bytes + place->at, place->width, outline.big_endian, random, new);
    return size;
}

/* Changes any field of any function that is there. */
static size_t change_function(uint8_t *bytes, size_t size, struct random *random, change *new)
{
    struct outline outline;
    if (!outline_of(bytes, size, &outline) || outline.fdes_count == 0)
        return size;
    const struct layout *const layout = outline.layout;
    uint8_t *const entry =
        bytes + outline.fdes + (size_t)layout->entry_size * below(random, outline.fdes_count);
    const unsigned field = below(random, FUNCTION_FIELDS);
    const struct place *const here = &layout->entry[field], *const there = &layout->attribute[field];
    if (here->width != 0)
        change_field(entry + here->at, here->width, outline.big_endian, random, new);
    const struct place *const offset = &layout->entry[FIELD_FRE_OFF];
    const uint64_t rows = number_at(entry + offset->at, offset->width, outline.big_endian);
    const size_t left = outline.fres_end - outline.fres;
    if (there->width != 0 && rows <= left && left - rows >= layout->attribute_size)
        change_field(bytes + outline.fres + rows + there->at, there->width, outline.big_endian, random, new);
    return size;
}

#define CHANGES(fault, of, how)                                                                              \
    static size_t fault_##fault(uint8_t *bytes, size_t size, size_t room, struct random *random)             \
    {                                                                                                        \
        (void)room;                                                                                          \
        return of(bytes, size, random, how);                                                                 \
    }
CHANGES(header_step, change_header, step)
CHANGES(header_odd, change_header, odd_number)
CHANGES(header_swap, change_header, swap)
CHANGES(entry_step, change_function, step)
CHANGES(entry_odd, change_function, odd_number)
#undef CHANGES

/* --- Bytes --------------------------------------------------------------------------------------------- */

static size_t fault_bit(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    (void)room;
    if (size != 0)
        bytes[below(random, size)] ^= (uint8_t)(1U << below(random, 8));
    return size;
}

static size_t fault_byte(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    (void)room;
    if (size != 0) {
        uint8_t *const byte = &bytes[below(random, size)];
        *byte = (uint8_t)odd_number(random, *byte, 1);
    }
    return size;
}

static size_t fault_word(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    const unsigned width = 2U << below(random, 3);
    (void)room;
    if (size >= width) {
        const size_t at = below(random, size - width + 1);
        change_field(bytes + at, width, one_in(random, 2), random, odd_number);
    }
    return size;
}

/* A number up to MOST, mostly a small one. */
static size_t some(struct random *random, size_t most)
{
    const size_t bound = one_in(random, 4) || most < 16 ? most : 16;
    return bound == 0 ? 0 : 1 + below(random, bound);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as the table has it */
static size_t fault_truncate(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    (void)bytes;
    (void)room;
    return size - some(random, size);
}

/* Moves the bytes behind AT, and leaves a copy of them, or zeros. */
static size_t insert(uint8_t *bytes, size_t size, size_t at, size_t count, bool zeros)
{
    memmove(bytes + at + count, bytes + at, size - at);
    if (zeros || size - at < count)
        memset(bytes + at, 0, count);
    return size + count;
}

static size_t room_left(size_t size, size_t room)
{
    return room - size < 64 ? room - size : 64;
}

static size_t fault_extend(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    const size_t count = some(random, room_left(size, room));
    for (size_t i = 0; i < count; i++)
        bytes[size + i] = size == 0 ? 0 : bytes[i % size];
    return size + count;
}

static size_t fault_insert(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    const size_t at = below(random, size + 1), count = some(random, room_left(size, room));
    return insert(bytes, size, at, count, one_in(random, 2));
}

static size_t fault_remove(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    const size_t count = some(random, size), at = below(random, size - count + 1);
    (void)room;
    memmove(bytes + at, bytes + at + count, size - at - count);
    return size - count;
}

static size_t fault_overwrite(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    const size_t count = some(random, size / 2), to = below(random, size - count + 1);
    (void)room;
    memmove(bytes + to, bytes + below(random, size - count + 1), count);
    return size;
}
