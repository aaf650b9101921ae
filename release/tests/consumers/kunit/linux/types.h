/* As much of the kernel's as sframe-corpus.h uses; see ../kunit/test.h. */
#ifndef RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_TYPES_H
#define RELEASE_TESTS_CONSUMERS_KUNIT_LINUX_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;

#endif
