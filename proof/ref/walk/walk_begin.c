/* sfr_walk_begin: safe, and it makes a walk. */
#include "walk.h"

void proof_walk_begin(void)
{
    const struct sfr_section section = any_section();
    uint32_t *const scratch = (uint32_t *)any_bytes((size_t)section.function_count * 8);
    struct sink sink = {0};
    struct walk walk;
    __CPROVER_assume(!section.malformed);
    walk_begun(&walk, &section, scratch, &sink);
    assert(walk.section == &section && walk.sink == &sink && walk.event == WALK_ENDS && is_walk(&walk, WALK_ENDS));
    assert(walk.order == scratch); /* sort, where any_order stands */
    assert(measure(&walk, WALK_ENDS) <= 7 * (uint64_t)section.fre_len + 2 * (uint64_t)section.function_count + 6);
    const unsigned place = nondet_u32() % WALK_AHEAD, type = nondet_u32() % ROW_TYPES;
    assert(is_path(&section, &walk.ahead[place][type]));
    REACHES(walk.next_data == UINT64_MAX);
    REACHES(walk.next_data != UINT64_MAX);
}
