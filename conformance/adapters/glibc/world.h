/* The memory that glibc's code may see while it answers one question. */
#ifndef CONFORMANCE_ADAPTERS_GLIBC_WORLD_H
#define CONFORMANCE_ADAPTERS_GLIBC_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that may be read: where they are, how many, and the pages around them, of which nothing else may be.
 */
bool world_allow(uint64_t address, uint64_t length);

/* The same, and maps them there first; NULL bytes are zeros.  False where this process cannot have them
 * there. */
bool world_map(uint64_t address, const uint8_t *bytes, size_t length);

/* Whatever was mapped is gone, and nothing is watched any more. */
void world_clear(void);

#endif
