#include "edits.h"

#include <string.h>

/* --- Fields -------------------------------------------------------------------------------------------- */

/* A small distance away, as off-by-one errors have it, or the size of a structure. */
static uint64_t step(struct random *random, uint64_t old)
{
    static const uint8_t steps[] = {1, 1, 1, 2, 4, 5, 8, 16, 17, 20, 28};
    const uint64_t by = steps[below(random, sizeof steps)];
    return one_in(random, 2) ? old + by : old - by;
}

static void change_field(uint8_t *at, unsigned width, bool big_endian, struct random *random)
{
    const uint64_t old = number_at(at, width, big_endian);
    const unsigned how = below(random, 5);
    put_number(at, width, how == 0 ? !big_endian : big_endian,
               how == 0  ? old
               : how < 3 ? step(random, old)
                         : odd_number(random, old, width));
}

/* Changes a field of the header, mostly a count, a length or an offset. */
static size_t fault_header(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    struct outline outline;
    (void)room;
    if (!outline_of(bytes, size, &outline))
        return size;
    const unsigned first = one_in(random, 4) ? 0 : HEADER_AUX_LEN;
    const struct place *const place = &header_places[first + below(random, HEADER_FIELDS - first)];
    change_field(bytes + place->at, place->width, outline.big_endian, random);
    return size;
}

static size_t fault_entry(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    struct outline outline;
    (void)room;
    if (!outline_of(bytes, size, &outline) || outline.fdes_count == 0)
        return size;
    const struct layout *const layout = outline.layout;
    uint8_t *const entry =
        bytes + outline.fdes + (size_t)layout->entry_size * below(random, outline.fdes_count);
    const unsigned field = below(random, FUNCTION_FIELDS);
    const struct place *const here = &layout->entry[field], *const there = &layout->attribute[field];
    if (here->width != 0)
        change_field(entry + here->at, here->width, outline.big_endian, random);
    const struct place *const offset = &layout->entry[FIELD_FRE_OFF];
    const uint64_t rows = number_at(entry + offset->at, offset->width, outline.big_endian);
    const size_t left = outline.fres_end - outline.fres;
    if (there->width != 0 && rows <= left && left - rows >= layout->attribute_size)
        change_field(bytes + outline.fres + rows + there->at, there->width, outline.big_endian, random);
    return size;
}

/* --- Bytes --------------------------------------------------------------------------------------------- */

static size_t fault_number(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    const unsigned width = 1U << below(random, 4);
    const bool big_endian = one_in(random, 2);
    (void)room;
    if (size >= width) {
        uint8_t *const at = bytes + below(random, size - width + 1);
        put_number(at, width, big_endian, odd_number(random, number_at(at, width, big_endian), width));
    }
    return size;
}

/* A number up to MOST, mostly a small one. */
static size_t some(struct random *random, size_t most)
{
    const size_t bound = one_in(random, 4) || most < 16 ? most : 16;
    return bound == 0 ? 0 : 1 + below(random, bound);
}

/* Any place up to LAST; half the time LAST itself. */
static size_t inside_or(struct random *random, size_t last)
{
    return one_in(random, 2) ? last : below(random, last + 1);
}

/* Moves the bytes behind a place, and leaves a copy of them, or zeros. */
static size_t fault_insert(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    const size_t at = inside_or(random, size), count = some(random, room - size < 64 ? room - size : 64);
    memmove(bytes + at + count, bytes + at, size - at);
    if (one_in(random, 2) || size - at < count)
        memset(bytes + at, 0, count);
    return size + count;
}

static size_t fault_remove(uint8_t *bytes, size_t size, size_t room, struct random *random)
{
    const size_t count = some(random, size), at = inside_or(random, size - count);
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

fault *const faults[FAULTS] = {fault_header, fault_entry,  fault_number,
                               fault_insert, fault_remove, fault_overwrite};
