/* Puts a lie into one field of a valid section, whose consequence is known without reading the section. */
#pragma once

#include "emit/vector.h"

/* Puts in the lie that CHOICE picks, and notes what it breaks.  Returns false if there is no place for it. */
bool put_lie(struct emitter *emitter, uint32_t choice);
