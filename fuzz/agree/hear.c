#include "hear.h"

#include "law.h"

#include <stdlib.h>
#include <string.h>

static void hear(void *context, const struct sfr_violation *violation)
{
    struct violations *const violations = context;
    if (violation->severity != SFR_VALID)
        violate(violations, sfr_clause_text(violation->clause)->id, (uint32_t)violation->offset,
                violation->severity == SFR_MALFORMED ? SEVERITY_MALFORMED : SEVERITY_IRREGULAR);
}

enum sfr_verdict hear_check(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                            struct violations *violations)
{
    const struct sfr_report report = {hear, violations};
    const size_t scratch_size = sfr_check_scratch(size);
    void *const scratch = malloc(scratch_size);
    violations->count = 0;
    violations->full = false;
    const enum sfr_verdict verdict =
        sfr_check(bytes, size, address, profile, scratch, scratch == NULL ? 0 : scratch_size, &report);
    free(scratch);
    return verdict;
}

static unsigned how_often(const struct violations *violations, const struct violation *one)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < violations->count; i++) {
        const struct violation *const other = &violations->list[i];
        count += other->offset == one->offset && other->severity == one->severity &&
                 strcmp(other->clause, one->clause) == 0;
    }
    return count;
}

static void demand_all(const struct violations *some, const struct violations *others, const char *what)
{
    for (uint32_t i = 0; i < some->count; i++)
        LAW(how_often(some, &some->list[i]) <= how_often(others, &some->list[i]), "%s: %s at 0x%x", what,
            some->list[i].clause, some->list[i].offset);
}

void demand_violations(const struct violations *expected, const struct violations *heard)
{
    if (expected->full || heard->full)
        return;
    demand_all(expected, heard, "the oracle does not report");
    demand_all(heard, expected, "the oracle reports, and nobody expects");
}
