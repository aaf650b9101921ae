/* What around.c calls: a reader that others wrote. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Reads the header of a section.  A file for a new reader defines this function. */
void read_header(const uint8_t *bytes, size_t size);
