/* Whether the rows of each function are few enough to be printed. */
#pragma once

#include "sframe-ref.h"

/* SECTION was checked and is not malformed.  If functions share rows, a few bytes can stand for any number
 * of them. So a section may have 16 rows for each of its bytes, and 16384 in any case. */
bool tool_rows_fit(const struct sfr_section *section);
