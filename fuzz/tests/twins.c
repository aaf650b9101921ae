#include "twins.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct mutator *one, *two;

bool twins_begin(void)
{
    one = calloc(1, sizeof *one);
    two = calloc(1, sizeof *two);
    if (one == NULL || two == NULL)
        return false;
    one->plain = two->plain = havoc;
    memset(&two->draft, 0x5a, sizeof two->draft);
    memset(&two->other, 0xa5, sizeof two->other);
    memset(two->input, 0xa5, sizeof two->input);
    memset(two->other_input, 0x3c, sizeof two->other_input);
    return true;
}

void twins_end(void)
{
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

static size_t as_much(size_t size, const struct given *given, struct random *random)
{
    return given->slack == 0 ? size : size + below(random, given->slack);
}

void twins_mutate_alike(const struct given *given)
{
    struct random random = random_of(1);
    uint8_t *const input = malloc(given->most);
    assert_non_null(input);
    for (unsigned round = 0; round < given->rounds; round++) {
        const size_t size = given->any_input(input, &random);
        const size_t most = one_in(&random, 2) ? as_much(size, given, &random) : below(&random, given->most);
        const size_t kept = size < most ? size : most;
        uint8_t *const first = copy_of(input, kept, most), *const second = copy_of(input, kept, most);
        const uint64_t seed = random_next(&random);
        const size_t first_size = mutate_case(one, first, kept, most, seed);
        assert_true(first_size <= most && (first_size > 0 || most == 0));
        assert_int_equal(mutate_case(two, second, kept, most, seed), first_size);
        assert_memory_equal(first, second, first_size);
        free(first);
        free(second);
    }
    free(input);
}

void twins_cross_alike(const struct given *given)
{
    struct random random = random_of(2);
    uint8_t *const a = malloc(given->most), *const b = malloc(given->most);
    assert_true(a != NULL && b != NULL);
    for (unsigned round = 0; round < given->rounds; round++) {
        const size_t a_size = given->any_input(a, &random), b_size = given->any_input(b, &random);
        const size_t most =
            one_in(&random, 2) ? as_much(a_size, given, &random) : 1 + below(&random, given->most);
        uint8_t *const first = malloc(most + 1), *const second = malloc(most + 1);
        const uint64_t seed = random_next(&random);
        const size_t size = cross_cases(one, a, a_size, b, b_size, first, most, seed);
        assert_true(size <= most && (size > 0 || most == 0));
        assert_int_equal(cross_cases(two, a, a_size, b, b_size, second, most, seed), size);
        assert_memory_equal(first, second, size);
        free(first);
        free(second);
    }
    free(a);
    free(b);
}
