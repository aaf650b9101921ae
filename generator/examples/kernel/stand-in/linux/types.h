/* What the example needs of the kernel's own header. */
#ifndef GENERATOR_EXAMPLES_KERNEL_STAND_IN_LINUX_TYPES_H
#define GENERATOR_EXAMPLES_KERNEL_STAND_IN_LINUX_TYPES_H

#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef int8_t s8;
typedef uint32_t u32;
typedef int32_t s32;
typedef uint64_t u64;
typedef int64_t s64;

#endif
