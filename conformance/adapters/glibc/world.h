/* The memory that glibc's code may see while it answers one question. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Allows reading these bytes; the other bytes of their pages may not be read. */
bool world_allow(uint64_t address, uint64_t length);

/* Maps these bytes, and allows reading them; if BYTES is NULL they are zeros.  Returns false if this process
 * cannot have them at this address. */
bool world_map(uint64_t address, const uint8_t *bytes, size_t length);

/* Unmaps everything.  None of the bytes may be read any more. */
void world_clear(void);
