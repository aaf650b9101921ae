/* sfr_sort_functions: sorts by the key, and functions with the same key by their indices. */
#include "../invariants.h"

#include "walk.h"

/* The number of functions; their keys may be anything. */
enum { MOST = FEW };
static uint64_t keys[MOST];
static uint32_t scratch[2 * MOST];

static uint64_t few_key(const struct sfr_section *section, uint32_t index)
{
    assert(index < section->function_count);
    return keys[index];
}

/* ORDER has each of COUNT indices once. */
static bool is_order(const uint32_t *order, uint32_t count)
{
    bool is = true;
    for (uint32_t i = 0; i < MOST; i++)
        for (uint32_t j = 0; j <= i; j++)
            is = is && (i >= count || (order[i] < count && (i == j || order[i] != order[j])));
    return is;
}

static uint32_t place_in(const uint32_t *order, uint32_t count, uint32_t index)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < MOST; i++)
        place = i < count && order[i] == index ? i : place;
    return place;
}

/* TO has what FROM has, by the digit at SHIFT, and those of one digit in FROM's order. */
static bool is_pass(const uint32_t *from, const uint32_t *to, uint32_t count, unsigned shift)
{
    bool is = is_order(to, count);
    for (uint32_t i = 0; i + 1 < MOST; i++)
        if (is && i + 1 < count) {
            const uint64_t digit = keys[to[i]] >> shift & 0xff, next = keys[to[i + 1]] >> shift & 0xff;
            is = digit < next || (digit == next && place_in(from, count, to[i]) < place_in(from, count, to[i + 1]));
        }
    return is;
}

/* pass */
void any_pass(const struct sfr_section *section, sort_key key, const uint32_t *from, uint32_t *to, unsigned shift)
{
    uint32_t any[MOST];
    const uint32_t count = section->function_count;
    assert(key == few_key && shift < 64 && shift % 8 == 0 && is_order(from, count));
    __CPROVER_assume(is_pass(from, any, count, shift));
    for (uint32_t i = 0; i < MOST; i++)
        if (i < count)
            to[i] = any[i];
}

static void part_pass(const struct sfr_section *section)
{
    const uint32_t count = section->function_count;
    const unsigned shift = nondet_u8() % 8 * 8;
    __CPROVER_assume(is_order(scratch, count));
    sort_pass(section, few_key, scratch, scratch + count, shift);
    assert(is_pass(scratch, scratch + count, count, shift));
    REACHES(count == MOST && scratch[0] != scratch[count]);
}

static void part_all(const struct sfr_section *section)
{
    const uint32_t count = section->function_count;
    const uint32_t *const order = sorted_functions(section, scratch, few_key);
    assert((order == scratch || order == scratch + count) && is_order(order, count));
    for (uint32_t i = 0; i + 1 < MOST; i++)
        assert(i + 1 >= count || keys[order[i]] < keys[order[i + 1]] ||
               (keys[order[i]] == keys[order[i + 1]] && order[i] < order[i + 1]));
    REACHES(count == MOST && order == scratch);
    REACHES(count == MOST && order != scratch);
}

/* Scratch has room for exactly two arrays of indices. */
void proof_sort(void)
{
    struct sfr_section section;
    __CPROVER_havoc_object(keys);
    __CPROVER_havoc_object(scratch);
    section.function_count = MOST;
    PART(&section);
}
