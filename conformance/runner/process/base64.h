/* Bytes as base64 and as hexadecimal digits. */
#ifndef CONFORMANCE_RUNNER_PROCESS_BASE64_H
#define CONFORMANCE_RUNNER_PROCESS_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the bytes that TEXT stands for, on the heap.  Returns null and sets *fault if TEXT is not base64
 * with all of its padding, or memory ran out. */
uint8_t *runner_base64_read(const char *text, size_t size, size_t *count, const char **fault);
/* Does the same for hexadecimal digits. */
uint8_t *runner_hex_read(const char *text, size_t size, size_t *count, const char **fault);

#endif
