/* Relocations that a linker leaves beside what it has made, for those that move code afterwards. */
#ifndef CORPUS_CROSSCHECK_EMITTED_H
#define CORPUS_CROSSCHECK_EMITTED_H

#include "file.h"

enum emitted {
    EMITTED_RIGHT,     /* or there are none */
    EMITTED_ELSEWHERE, /* one lies where no function's start does */
    EMITTED_OF_OTHER,  /* one lies at a function's start, and names another place */
};

/* What is wrong with those of the file's SFrame section of this number, and where.  False: the reason is
 * reported. */
bool cfi_look_at_emitted(struct file *file, size_t number, enum emitted *found, uint64_t *where);

#endif
