/* The hand-written sections of ref/tests/sections/, as the C tests use them. */
#ifndef REF_TESTS_UNIT_SECTIONS_H
#define REF_TESTS_UNIT_SECTIONS_H

#include "sframe-ref.h"

struct written {
    char name[64];
    enum sfr_profile profile;
    size_t size;
    uint8_t *bytes; /* on the heap, exactly as long as the section */
};

/* All of them, sorted by name; ends the test program with a message if one cannot be read. */
size_t written_sections(const struct written **sections);
const struct written *written_section(const char *name);

/* A copy of exactly SIZE bytes, so that a sanitizer sees one byte too many. */
uint8_t *exact_copy(const uint8_t *bytes, size_t size);

#endif
