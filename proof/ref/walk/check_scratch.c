/* sfr_check_scratch asks for enough. */
#include "check.h"

void proof_check_scratch(void)
{
    const struct sfr_section section = any_section();
    __CPROVER_assume(!section.malformed);
    assert(is_enough(&section, sfr_check_scratch(section.size)));
    REACHES(section.function_count > 0);
    REACHES(section.fre_len > 0);
}
