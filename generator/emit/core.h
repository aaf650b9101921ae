/* The core: few vectors that cover the format, for people who have no time for all of them, and likewise few
 * CFI programs and few links.  Which these are is data, compiled in: core.txt of generator/, which choose/
 * writes, of programs/ and of links/. */
#pragma once

#include <stdbool.h>

bool gen_core_has(const char *id);
