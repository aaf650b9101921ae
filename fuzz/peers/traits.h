/* What of a question most often decides whether a peer answers it right. */
#ifndef FUZZ_PEERS_TRAITS_H
#define FUZZ_PEERS_TRAITS_H

#include "implementation.h"

enum { LONGEST_TRAITS = 240 };

/* "version 2 sorted pcrel masks beyond".  Of a lookup only functions count that hold the PC or begin nearest
 * before it; of all else, and where starts are in disorder, every function. */
const char *traits_of(const struct implementation_request *request);

#endif
