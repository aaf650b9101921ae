/* Makes the zoo a reader that declines what it need not read. */
#ifndef CONFORMANCE_ZOO_READERS_STRICT_H
#define CONFORMANCE_ZOO_READERS_STRICT_H

#include "decoder.h"

extern bool strict; /* true: it declines */

/* Returns why it declines a section whose header can be read; NULL if it does not, or is not strict. */
const char *strict_declines(const struct section *s);

#endif
