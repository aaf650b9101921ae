#include "invariants.h"

void proof_function(void)
{
    const struct sfr_section section = any_section();
    const uint32_t index = nondet_u32();
    struct sfr_function function;
    struct sfr_violation fault;
    const bool read = sfr_function(&section, index, &function, &fault);
    assert(!read || is_function(&section, &function));
    assert(read || fault.severity == SFR_MALFORMED);
    REACHES(read);
    REACHES(!read && index < section.function_count);
    REACHES(index >= section.function_count);
}
