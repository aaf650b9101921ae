/* A function of whose lines short inputs reach most, but not all. */
#ifndef FUZZ_TESTS_PLANTED_TARGETS_HALF_H
#define FUZZ_TESTS_PLANTED_TARGETS_HALF_H

static unsigned half(size_t size)
{
    if (size > 3)
        return 1;
    return 0;
}

#endif
