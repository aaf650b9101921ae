/* Lies in one field of a valid section, whose consequence is known without reading it. */
#ifndef FUZZ_AGREE_LIES_H
#define FUZZ_AGREE_LIES_H

#include "vector.h"

/* Tells the lie that a number chooses, and what it breaks; false: there is no place for it. */
bool tell_lie(struct emitter *emitter, uint32_t choice);

#endif
