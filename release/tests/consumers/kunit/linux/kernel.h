/* See ../kunit/test.h. */
#ifndef RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_KERNEL_H
#define RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_KERNEL_H

#include <stddef.h>

int snprintf(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
