/* Tests by cmocka.  A file with tests includes this, and gets a main() that runs each TEST of the file.  If
 * OWN_MAIN is defined before, the file has a main() of its own, which calls unit_run(). */
#pragma once

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { UNIT_TESTS_MOST = 32 };
static struct CMUnitTest unit_tests[UNIT_TESTS_MOST];
static size_t unit_test_count;

static inline void unit_add(struct CMUnitTest test)
{
    if (unit_test_count == UNIT_TESTS_MOST)
        abort();
    unit_tests[unit_test_count++] = test;
}

/* A test: TEST(what_holds) { ... } */
#define TEST(name)                                                                                           \
    static void name(void **state);                                                                          \
    __attribute__((constructor)) static void unit_add_##name(void)                                           \
    {                                                                                                        \
        unit_add((struct CMUnitTest)cmocka_unit_test(name));                                                 \
    }                                                                                                        \
    static void name(__attribute__((unused)) void **state)

/* Returns how many tests have failed. */
static inline int unit_run(void)
{
    return _cmocka_run_group_tests(program_invocation_short_name, unit_tests, unit_test_count, NULL, NULL);
}

#ifndef OWN_MAIN
int main(void)
{
    return unit_run();
}
#endif
