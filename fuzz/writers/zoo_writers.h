/* The zoo's assembler and linker in process (conformance/zoo/writers/): bytes in, bytes out.  They have the
 * bug that ZOO_BUG names, or none. */
#ifndef FUZZ_WRITERS_ZOO_WRITERS_H
#define FUZZ_WRITERS_ZOO_WRITERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ZOO_OBJECTS = 64, ZOO_WORDS = 32 };

/* A file on the heap; if it has no bytes, there is none. */
struct zoo_file {
    uint8_t *bytes;
    size_t size;
};

/* Assembles in spite of errors, as with -Z.  REFUSED has room for COUNT functions, and gets whether each was
 * refused.  Returns false if there is another number of functions. */
bool zoo_assemble(const char *abi, unsigned version, const char *text, size_t length, bool *refused,
                  size_t functions, struct zoo_file *object);

/* Links; WORDS are options.  If the linker refuses, RESULT has no bytes. */
void zoo_link(const struct zoo_file *objects, size_t count, const char *const *words, size_t word_count,
              struct zoo_file *result);

/* Finds an object's table, or relocations, with this number, in the object's order.  The size is 0 if there
 * is none. */
void zoo_part_of(const struct zoo_file *object, unsigned number, uint32_t *begin, uint32_t *size);

#endif
