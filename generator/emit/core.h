/* The core: few vectors that cover the format, for people who have no time for all of them.  Which these are is
 * data: the list core.txt, which choose/ writes; it is compiled in. */
#ifndef GENERATOR_EMIT_CORE_H
#define GENERATOR_EMIT_CORE_H

#include <stdbool.h>

bool gen_core_has(const char *id);

#endif
