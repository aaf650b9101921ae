#include "case.h"

#include "law.h"

#include <stdlib.h>
#include <string.h>

uint64_t take_number(const uint8_t **at, size_t *left, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i<width && * left> 0; i++, (*at)++, (*left)--)
        value |= (uint64_t) * *at << (8 * i);
    return value;
}

void case_begin(struct fuzz_case *fuzz_case, const uint8_t *data, size_t size)
{
    fuzz_case->profile = (unsigned)take_number(&data, &size, 1) % CASE_PROFILES;
    fuzz_case->options = (uint8_t)take_number(&data, &size, 1);
    fuzz_case->count = (uint16_t)take_number(&data, &size, 2);
    const uint64_t wanted = take_number(&data, &size, 4);
    fuzz_case->address = take_number(&data, &size, 8);
    fuzz_case->pc = take_number(&data, &size, 8);
    fuzz_case->choice = take_number(&data, &size, 8);
    fuzz_case->size = wanted < size ? (size_t)wanted : size;
    fuzz_case->section = fuzz_block(data, fuzz_case->size);
    fuzz_case->rest = data + fuzz_case->size;
    fuzz_case->rest_size = size - fuzz_case->size;
}

void case_end(struct fuzz_case *fuzz_case)
{
    free(fuzz_case->section);
}
