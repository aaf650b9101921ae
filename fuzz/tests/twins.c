#include "twins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct mutator *one, *two;

size_t havoc(uint8_t *data, size_t size, size_t most, struct random *random)
{
    for (unsigned left = 1 + below(random, 4); left > 0; left--) {
        const size_t at = below(random, size + 1), count = below(random, 16), rest = size - at;
        if (one_in(random, 3) && count <= most - size) {
            memmove(data + at + count, data + at, rest);
            size += count;
        } else if (one_in(random, 2) && count <= rest) {
            memmove(data + at, data + at + count, rest - count);
            size -= count;
        } else if (rest > 0) {
            data[at] = (uint8_t)odd_number(random, data[at], 1);
        }
    }
    if (size == 0 && most != 0)
        data[size++] = (uint8_t)random_next(random);
    return size;
}

struct files twins_begin(int argc, char **argv)
{
    struct files files = {0};
    one = calloc(1, sizeof *one);
    two = calloc(1, sizeof *two);
    if (argc != 2 || !files_add(&files, &argv[1]) || files.count == 0 || one == NULL || two == NULL) {
        (void)fprintf(stderr, "usage: %s FOLDER; there must be files\n", argv[0]);
        exit(2);
    }
    one->plain = two->plain = havoc;
    memset(&two->draft, 0x5a, sizeof two->draft);
    memset(&two->other, 0xa5, sizeof two->other);
    memset(two->input, 0xa5, sizeof two->input);
    memset(two->other_input, 0x3c, sizeof two->other_input);
    return files;
}

void twins_end(struct files *files)
{
    files_free(files);
    free(one);
    free(two);
}

uint8_t *copy_of(const uint8_t *bytes, size_t size, size_t room)
{
    uint8_t *const copy = malloc(room + (room == 0));
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

unsigned percent(unsigned part, unsigned whole)
{
    return whole == 0 ? 0 : 100 * part / whole;
}

void twins_are_alike(size_t (*any_input)(uint8_t *out, struct random *random), unsigned rounds, uint32_t most,
                     uint32_t slack)
{
    struct random random = random_of(1);
    uint8_t *const a = malloc(most), *const b = malloc(most);
    assert_true(a != NULL && b != NULL);
    for (unsigned round = 0; round < rounds; round++) {
        const size_t a_size = any_input(a, &random), b_size = any_input(b, &random);
        const size_t room = one_in(&random, 2) ? a_size + below(&random, slack) : below(&random, most);
        const size_t kept = a_size < room ? a_size : room;
        const uint64_t seed = random_next(&random);
        uint8_t *const first = copy_of(a, kept, room), *const second = copy_of(a, kept, room);
        size_t size = mutate_case(one, first, kept, room, seed);
        assert_true(size <= room && (size > 0 || room == 0));
        assert_int_equal(mutate_case(two, second, kept, room, seed), size);
        assert_memory_equal(first, second, size);
        size = cross_cases(one, a, a_size, b, b_size, first, room, seed);
        assert_true(size <= room && (size > 0 || room == 0));
        assert_int_equal(cross_cases(two, a, a_size, b, b_size, second, room, seed), size);
        assert_memory_equal(first, second, size);
        free(first);
        free(second);
    }
    free(a);
    free(b);
}
