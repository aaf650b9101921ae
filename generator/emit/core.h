/* The core: few vectors that cover the format, for people who have no time for all of them, and likewise few
 * CFI programs and few links.  Their ids are compiled in from core.txt in generator/, generator/programs/ and
 * generator/links/. */
#pragma once

#include <stdbool.h>

bool gen_core_has(const char *id);
