/* See ../kunit/test.h. */
#pragma once

#include <stddef.h>

int snprintf(char *to, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
