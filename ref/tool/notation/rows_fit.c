/* Counts the rows that would be printed. */
#include "rows_fit.h"

bool tool_rows_fit(const struct sfr_section *section)
{
    enum { ALWAYS = 1 << 14, PER_BYTE = 16 };
    uint64_t left = ALWAYS + section->size * (uint64_t)PER_BYTE;
    for (uint32_t i = 0; i < section->function_count; i++) {
        struct sfr_function function;
        struct sfr_violation fault;
        (void)sfr_function(section, i, &function, &fault); /* checked before, as its rows are */
        if (function.num_fres > left)
            return false;
        left -= function.num_fres;
    }
    return true;
}
