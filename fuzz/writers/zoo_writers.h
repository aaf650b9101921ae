/* The zoo's assembler and linker in process (conformance/writers/zoo/): bytes in, bytes out.  With the bug
 * that ZOO_BUG names, or right. */
#ifndef FUZZ_WRITERS_ZOO_WRITERS_H
#define FUZZ_WRITERS_ZOO_WRITERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZOO_OBJECTS = 64, ZOO_WORDS = 32 };

/* A file on the heap; without bytes there is none. */
struct zoo_file {
    uint8_t *bytes;
    size_t size;
};

/* Assembles in spite of errors, as with -Z.  REFUSED has room for so many functions, and gets of each whether
 * it was.  False: there are more or fewer. */
bool zoo_assemble(const char *abi, unsigned version, const char *text, size_t length, bool *refused,
                  size_t functions, struct zoo_file *object);

/* Links; without a file in RESULT it was refused.  WORDS are options. */
void zoo_link(const struct zoo_file *objects, size_t count, const char *const *words, size_t word_count,
              struct zoo_file *result);

/* Where in an object the table, or the relocations, of that number lie, as it counts them; of no bytes: there
 * are none. */
void zoo_part_of(const struct zoo_file *object, unsigned number, uint32_t *begin, uint32_t *size);

#endif
