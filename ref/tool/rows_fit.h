/* Whether the rows of each function are few enough to be listed. */
#ifndef REF_TOOL_ROWS_FIT_H
#define REF_TOOL_ROWS_FIT_H

#include "sframe-ref.h"

/* Of a section that was checked and is not malformed.  More than 16 rows for each of its bytes come only of
 * functions that share them, which lets a few bytes stand for any number.  A small section may always. */
bool tool_rows_fit(const struct sfr_section *section);

#endif
