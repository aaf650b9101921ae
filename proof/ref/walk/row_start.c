/* sfr_check_row_start reports what the text says, and nothing else. */
#include "../invariants.h"

/* The first row starts at 0, each other one behind the row before it.  All start inside the function, or inside
 * its block if it repeats one; a block of size 0, which is unknown, has room for any start. */
static bool begins_right(const struct sfr_section *section, const struct sfr_function *function, uint32_t start,
                         bool first, uint32_t previous)
{
    const bool repeats = function->pc_type == SFR_MASK && section->profile != SFR_V1;
    const bool inside = repeats ? function->rep_size == 0 || start < function->rep_size : start < function->size;
    return (first ? start == 0 : start > previous) && (start == 0 || inside);
}

void proof_row_start(void)
{
    const struct sfr_section section = any_section();
    struct sfr_function function;
    struct sfr_row row;
    struct sink sink = {0};
    const bool first = nondet_bool();
    const uint32_t previous = nondet_u32();
    __CPROVER_assume(!section.malformed);
    sfr_check_row_start(&section, &function, &row, first, previous, &sink);
    assert(sink.verdict == (begins_right(&section, &function, row.start, first, previous) ? SFR_VALID : SFR_IRREGULAR));
    REACHES(sink.verdict == SFR_VALID && row.start != 0);
    REACHES(sink.verdict == SFR_IRREGULAR && row.start != 0);
}
