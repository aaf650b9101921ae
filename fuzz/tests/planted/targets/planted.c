/* A target with an error behind each of five first bytes, once two more fit.  Each comes from two places or
 * with two numbers, so that a find has more inputs than causes. */
#include "law.h"

#include <stdint.h>
#include <stdlib.h>

static void *volatile lost; /* volatile, so that no allocation is left out */

static __attribute__((noinline)) uint8_t read_behind(const uint8_t *data, size_t size)
{
    uint8_t *const copy = fuzz_block(data, size);
    const uint8_t behind = ((volatile uint8_t *)copy)[size];
    free(copy);
    return behind;
}

static __attribute__((noinline)) void lose(size_t size)
{
    lost = malloc(size);
    lost = NULL;
}

static __attribute__((noinline)) void go_round(void)
{
    for (volatile unsigned i = 0; i < 2; i = i == 1 ? 0 : i + 1) {
    }
}

static __attribute__((noinline)) int overflow(int number)
{
    return number + INT32_MAX;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3 || data[1] != '!')
        return 0;
    switch (data[0]) {
    case 'A':
        if (data[2] > 'x')
            return read_behind(data, size) == 255 ? -1 : 0;
        break;
    case 'L':
        LAW(data[2] < 'x', "byte %d at most 'x'", data[2]);
        break;
    case 'H':
        if (data[2] > 'x')
            go_round();
        break;
    case 'M':
        if (data[2] > 'x')
            lose(size);
        break;
    case 'U':
        if (data[2] > 'x')
            lost = overflow(data[2]) == 0 ? NULL : lost;
        break;
    default:
        break;
    }
    return 0;
}
