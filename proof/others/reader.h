#ifndef PROOF_OTHERS_READER_H
#define PROOF_OTHERS_READER_H

#include <stddef.h>
#include <stdint.h>

/* Has a reader read the header of a section: all that a new reader has to write. */
void read_header(const uint8_t *bytes, size_t size);

#endif
