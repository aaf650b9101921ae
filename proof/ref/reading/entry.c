/* The entry of each function lies in the array of entries. */
#include "ref/lib/ranges.h"

/* An entry has the size that its text says, and the array has room for as many as are counted. */
void proof_entry(void)
{
    const struct sfr_section section = any_section();
    const uint32_t index = nondet_u32();
    __CPROVER_assume(index < section.function_count);
    const size_t size = text_of(&section)->entry_size;
    const size_t before = index * size, all = section.function_count * size;
    assert(before + size <= all); /* first, as the rest follows from it */
    __CPROVER_assume(before + size <= all);
    assert(is_entry(&section, start_field(&section, manner_of(&section), index)));
    REACHES(true);
}
