/* A section that is described by parts and not stored.  Each part stands for several copies of its bytes in a
 * row; numbers in it may count up from copy to copy.  docs/vectors.md says how a vector writes parts. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MAX_SECTION_PARTS = 16, MAX_COUNTED = 8, MAX_PART_BYTES = 512 };
enum { MAX_MADE = 1 << 22 }; /* bytes of a section that a vector describes */

/* A number in a part: in each copy it is `step` more than in the copy before, modulo 2^(8 * width). */
struct counted {
    uint32_t at, width;
    int32_t step;
};

struct made_part {
    uint32_t times; /* how many copies */
    uint32_t length;
    uint32_t counted_count;
    struct counted counted[MAX_COUNTED];
    uint8_t bytes[MAX_PART_BYTES]; /* of the first copy */
};

struct parts {
    bool big;      /* the section's byte order */
    bool too_many; /* there was no room for all */
    uint32_t length; /* of the section */
    uint32_t count;
    struct made_part list[MAX_SECTION_PARTS];
};

/* A number of up to eight bytes; more significant ones are lost. */
static inline uint64_t gen_load(const uint8_t *bytes, uint32_t width, bool big)
{
    uint64_t value = 0;
    for (uint32_t i = 0; i < width; i++)
        value = value << 8 | bytes[big ? i : width - 1 - i];
    return value;
}

static inline void gen_store(uint8_t *bytes, uint32_t width, bool big, uint64_t value)
{
    for (uint32_t i = 0; i < width; i++, value >>= 8)
        bytes[big ? width - 1 - i : i] = (uint8_t)value;
}

void gen_parts_begin(struct parts *parts, bool big);
/* Adds a part.  Null: there is no room, or there are no bytes to add. */
struct made_part *gen_parts_add(struct parts *parts, const uint8_t *bytes, uint32_t length, uint32_t times);
/* Lets a number in the part that was added last count up. */
void gen_parts_count(struct parts *parts, uint32_t at, uint32_t width, int64_t step);

/* Adds to a number in the part that was added last. */
void gen_parts_add_to(struct parts *parts, uint32_t at, uint32_t width, uint64_t by);

/* Puts a wrong value into copy number `time` (from 0) of part `index`, which is split for that. */
void gen_parts_lie(struct parts *parts, uint32_t index, uint32_t time, uint32_t at, uint32_t width,
                   uint64_t value);

/* The section's bytes, parts->length of them. */
void gen_lay_out(const struct parts *parts, uint8_t *to);
