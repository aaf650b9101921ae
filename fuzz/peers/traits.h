/* The traits of a question that most often decide whether a peer answers it right. */
#ifndef FUZZ_PEERS_TRAITS_H
#define FUZZ_PEERS_TRAITS_H

#include "implementation.h"

enum { LONGEST_TRAITS = 240 };

/* Returns words such as "version 2 sorted pcrel masks beyond".  For a lookup, only functions count that have
 * the PC or begin nearest before it; for other operations, or if starts are not sorted, every function. */
const char *traits_of(const struct implementation_request *request);

#endif
