/* Reads the bytes of a section.  Every read is done here, so no bug reads other memory. */
#include "bug.h"
#include "decoder.h"

#include <stdlib.h>

/* How many bytes behind the end read as 0.  A real reader would find a page or so there, and crash behind it.
 */
enum { GUARD = 1 << 16 };

/* ZOO_BARE is for sanitizers, which notice such reads themselves. */
uint8_t byte_at(const struct section *s, uint64_t at)
{
#ifndef ZOO_BARE
    if (at >= s->size && at - s->size >= GUARD)
        abort();
    if (at >= s->size)
        return 0;
#endif
    return s->bytes[at];
}

uint64_t load_in_order(const struct section *s, uint64_t at, unsigned width, bool big)
{
    uint64_t value = 0;
    if (BUG(fields_aligned_up))
        at = (at + width - 1) / width * width;
    if (BUG(fields_aligned_down))
        at = at / width * width;
    for (uint64_t next = big ? at : at + width; width > 0; width--)
        value = value << 8 | byte_at(s, big ? next++ : --next);
    return value;
}

uint64_t load(const struct section *s, uint64_t at, unsigned width)
{
    return load_in_order(s, at, width, s->big);
}

int64_t sign_extend(uint64_t value, unsigned width)
{
    const uint64_t sign = (uint64_t)1 << (8 * width - 1);
    return (int64_t)((value ^ sign) - sign);
}
