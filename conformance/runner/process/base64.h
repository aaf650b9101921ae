/* Bytes as base64 and as hexadecimal digits. */
#ifndef CONFORMANCE_RUNNER_PROCESS_BASE64_H
#define CONFORMANCE_RUNNER_PROCESS_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes that TEXT stands for, on the heap.  Null, and *fault: it is no base64 with all of its padding, or
 * there is no memory. */
uint8_t *runner_base64_read(const char *text, size_t size, size_t *count, const char **fault);
/* The same of hexadecimal digits. */
uint8_t *runner_hex_read(const char *text, size_t size, size_t *count, const char **fault);

#endif
