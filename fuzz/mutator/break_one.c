#include "edits.h"

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
void break_header(uint8_t *bytes, size_t size, struct random *random)
{
    struct outline outline;
    if (!outline_of(bytes, size, &outline))
        return;
    const unsigned first = one_in(random, 4) ? 0 : HEADER_AUX_LEN;
    const struct place *const place = &header_places[first + below(random, HEADER_FIELDS - first)];
    change_field(bytes + place->at, place->width, outline.big_endian, random);
}

void break_entry(uint8_t *bytes, size_t size, struct random *random)
{
    struct outline outline;
    if (!outline_of(bytes, size, &outline) || outline.fdes_count == 0)
        return;
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
}
