#include "law.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Writes to a descriptor and not to stderr: see fuzz_quiet().  By the token, libFuzzer and others distinguish causes
 * as they do by those of the sanitizers. */
void law_broken(const char *file, int line, const char *format, ...)
{
    va_list arguments;
    (void)dprintf(STDERR_FILENO, "%s:%d: law broken: ", file, line);
    va_start(arguments, format);
    (void)vdprintf(STDERR_FILENO, format, arguments);
    va_end(arguments);
    (void)dprintf(STDERR_FILENO, "\nDEDUP_TOKEN: %s:%d\n", file, line);
    abort();
}

void fuzz_quiet(void)
{
    static FILE *nowhere;
    if (nowhere != NULL)
        return;
    nowhere = fopen("/dev/null", "we");
    LAW(nowhere != NULL, "/dev/null cannot be opened");
    stderr = nowhere;
}

uint8_t *fuzz_block(const uint8_t *bytes, size_t size)
{
    uint8_t *const block = malloc(size);
    if (size == 0)
        return block;
    LAW(block != NULL, "out of memory for a copy of %zu bytes", size);
    memcpy(block, bytes, size);
    return block;
}
