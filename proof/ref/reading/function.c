/* sfr_function: safe, and what it could read is a function. */
#include "../invariants.h"

/* What its info bytes say, by the text's table of their bits. */
static bool says_what_its_bits_say(const struct sfr_section *section, const struct sfr_function *function)
{
    const unsigned info = function->info;
    return (unsigned)function->fre_type == (info & 15) && ((unsigned)function->pc_type == SFR_MASK) == (info >> 4 & 1) &&
           function->pauth_key_b == (info >> 5 & 1) &&
           function->signal == (section->profile == SFR_V3 && info >> 7 != 0);
}

void proof_function(void)
{
    const struct sfr_section section = any_section();
    const uint32_t index = nondet_u32();
    struct sfr_function function;
    struct sfr_violation fault;
    const bool read = sfr_function(&section, index, &function, &fault);
    assert(!read || is_function(&section, &function));
    assert(!read || says_what_its_bits_say(&section, &function));
    assert(read || fault.severity == SFR_MALFORMED);
    REACHES(read);
    REACHES(!read && index < section.function_count);
    REACHES(index >= section.function_count);
}
