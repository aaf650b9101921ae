#include "law.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void law_broken(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    (void)fprintf(stderr, "%s:%d: law broken: ", file, line);
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
    abort();
}

uint8_t *fuzz_block(const uint8_t *bytes, size_t size)
{
    uint8_t *const block = malloc(size);
    if (block == NULL && size != 0)
        law_broken(__FILE__, __LINE__, "out of memory for a copy of %zu bytes", size);
    if (size != 0)
        memcpy(block, bytes, size);
    return block;
}
