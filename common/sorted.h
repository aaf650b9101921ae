/* Arrays in the order of a number: each element begins with one, of the type uint64_t. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t sorted_number(const void *element)
{
    uint64_t number;
    memcpy(&number, element, sizeof number);
    return number;
}

/* For qsort(). */
static inline int sorted_order(const void *left, const void *right)
{
    const uint64_t a = sorted_number(left), b = sorted_number(right);
    return a < b ? -1 : a > b;
}

/* How many of COUNT elements, each of SIZE bytes, begin with at most NUMBER.  Of ranges, the last of them is
 * the one that may hold NUMBER. */
static inline size_t sorted_until(const void *elements, size_t count, size_t size, uint64_t number)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sorted_number((const char *)elements + middle * size) <= number)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
