/* sfr_check: each part is called, scratch is not overrun, and the verdict is the worst of what they report. */
#include "check.h"

/* How many parts were asked, and the worst that was found. */
static unsigned parts;
static enum sfr_verdict worst;

/* Instead of sfr_open: promises no more than is needed here.  check_scratch proves that is_enough() holds. */
enum sfr_verdict any_that_fits(struct sfr_section *section, const uint8_t *bytes, size_t size, uint64_t address,
                               enum sfr_profile profile, const struct sfr_report *report)
{
    (void)bytes, (void)address, (void)profile, (void)report;
    section->malformed = nondet_bool();
    parts = 0;
    __CPROVER_assume(section->fres <= section->fres_end && section->fres_end <= size);
    __CPROVER_assume(is_enough(section, sfr_check_scratch(size)));
    worst = section->malformed ? SFR_MALFORMED : nondet_bool() ? SFR_IRREGULAR : SFR_VALID;
    return worst;
}

/* The parts, which have proofs of their own.  They need a bit for each byte of the rows, of which none is set,
 * and room for two indices for each function. */
void any_const_part(const struct check *check)
{
    assert(!check->section->malformed);
    assert(__CPROVER_rw_ok(check->owned, (check->section->fres_end - check->section->fres) / 8 + 1));
    const enum sfr_verdict found = nondet_bool() ? SFR_VALID : nondet_bool() ? SFR_IRREGULAR : SFR_MALFORMED;
    if (found != SFR_VALID)
        sfr_breach(check->sink, SFR_CLAUSE_NONE, found, 0, 0, 0);
    worst = found > worst ? found : worst;
    parts++;
}

void any_part(struct check *check)
{
    any_const_part(check);
}

void any_part_by_order(const struct check *check, uint32_t *scratch)
{
    const size_t room = (size_t)check->section->function_count * 2 * sizeof *scratch;
    assert(__CPROVER_rw_ok(scratch, room) && (uint8_t *)scratch + room == check->owned);
    assert((uintptr_t)scratch % sizeof *scratch == 0);
    any_const_part(check);
}

void any_part_by_rows(struct check *check, uint32_t *scratch)
{
    __CPROVER_assume(some_byte < check->section->fres_end - check->section->fres);
    assert(!is_bit(check->owned, some_byte));
    any_part_by_order(check, scratch);
}

/* SCRATCH of exactly the size that is asked for, at any address, or none. */
void proof_check(void)
{
    const size_t size = nondet_size(), gap = nondet_size() % 4;
    __CPROVER_assume(size <= LARGEST);
    some_byte = nondet_size();
    const size_t scratch_size = nondet_bool() ? sfr_check_scratch(size) : nondet_size();
    __CPROVER_assume(scratch_size <= LARGEST);
    uint8_t *const scratch = nondet_bool() ? NULL : (uint8_t *)any_bytes(gap + scratch_size) + gap;
    struct sfr_report report = {0};
    const enum sfr_verdict verdict =
        checked(any_bytes(size), size, nondet_u64(), ANY_PROFILE, scratch, scratch_size, &report);
    assert((unsigned)verdict <= SFR_UNFINISHED);
    /* All five parts were asked, unless it is malformed as it opens; what they found is in the verdict. */
    assert(verdict == SFR_UNFINISHED || verdict == worst);
    assert(parts == 5 || (parts == 0 && verdict >= SFR_MALFORMED));
    assert(verdict != SFR_UNFINISHED || scratch == NULL || scratch_size < sfr_check_scratch(size));
    REACHES(verdict == SFR_VALID);
    REACHES(verdict == SFR_IRREGULAR);
    REACHES(verdict == SFR_MALFORMED);
    REACHES(verdict == SFR_UNFINISHED);
}
