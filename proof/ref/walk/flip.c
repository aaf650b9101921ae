/* sfr_flip: safe, and it ends with the walk. */
#include "flip.h"

#include "check.h"

static struct sfr_section opened;

/* What sfr_check promises: scratch is enough. */
enum sfr_verdict any_verdict(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                             void *scratch, size_t scratch_size, const struct sfr_report *report)
{
    (void)address, (void)profile, (void)report;
    assert(__CPROVER_r_ok(bytes, size) && (scratch == NULL || __CPROVER_rw_ok(scratch, scratch_size)));
    const enum sfr_verdict verdict = (enum sfr_verdict)nondet_u32();
    __CPROVER_assume((unsigned)verdict <= SFR_UNFINISHED);
    __CPROVER_assume(verdict >= SFR_MALFORMED || (scratch != NULL && is_enough(&opened, scratch_size)));
    return verdict;
}

/* Instead of sfr_open: of the input, which is not malformed; then of the output, with the same header in the
 * other byte order. */
enum sfr_verdict any_opened(struct sfr_section *section, const uint8_t *bytes, size_t size, uint64_t address,
                            enum sfr_profile profile, const struct sfr_report *report)
{
    (void)address, (void)profile, (void)report;
    assert(size == opened.size);
    *section = opened;
    section->bytes = bytes;
    section->big_endian = bytes == opened.bytes ? opened.big_endian : !opened.big_endian;
    return SFR_VALID;
}

/* Instead of reverse_fields(), which is called for the header only. */
void any_fields(struct flip *flip, size_t offset, const uint8_t *widths)
{
    (void)widths;
    assert(offset == 0 && __CPROVER_rw_ok(flip->out, 28) && __CPROVER_r_ok(flip->from.bytes, 28));
}

/* The parts, which have proofs of their own. */
void any_flipped_function(struct flip *flip, uint32_t index)
{
    assert(index < flip->from.function_count);
}

bool any_same_function(const struct flip *flip, uint32_t index, struct sink *sink)
{
    assert(index < flip->from.function_count && index < flip->to.function_count && sink->fault == NULL);
    return nondet_bool();
}

bool any_flipped_rows(struct flip *flip, uint32_t *scratch, bool written, struct sink *sink)
{
    (void)written, (void)sink;
    (void)any_order(&flip->from, scratch, NULL);
    assert((uintptr_t)scratch % sizeof *scratch == 0);
    return nondet_bool();
}

/* SCRATCH at any address, of any size. */
void proof_flip(void)
{
    opened = any_section();
    __CPROVER_assume(!opened.malformed);
    const size_t gap = nondet_size() % 4, scratch_size = nondet_size();
    __CPROVER_assume(scratch_size <= LARGEST);
    uint8_t *const scratch = nondet_bool() ? NULL : (uint8_t *)any_bytes(gap + scratch_size) + gap;
    struct sfr_report report = {0};
    const bool flipped_it = flipped(opened.bytes, opened.size, opened.profile, (uint8_t *)any_bytes(opened.size),
                                    scratch, scratch_size, &report);
    REACHES(flipped_it && opened.function_count > 1);
    REACHES(!flipped_it);
}
