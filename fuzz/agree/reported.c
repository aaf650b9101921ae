#include "reported.h"

#include "check.h"
#include "law.h"

#include <stdlib.h>
#include <string.h>

static void hear(void *context, const struct sfr_violation *violation)
{
    struct violations *const violations = context;
    if (violation->severity != SFR_VALID)
        gen_violate(violations, sfr_clause_text(violation->clause)->id, (uint32_t)violation->offset,
                    violation->severity == SFR_MALFORMED ? SEVERITY_MALFORMED : SEVERITY_IRREGULAR);
}

enum sfr_verdict reported_by_check(const uint8_t *bytes, size_t size, uint64_t address, enum sfr_profile profile,
                            struct violations *violations)
{
    const struct sfr_report report = {hear, violations};
    violations->count = 0;
    violations->full = false;
    return check_section(bytes, size, address, profile, &report);
}

static int compare(const void *one, const void *other)
{
    const struct violation *const a = one, *const b = other;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    const int clauses = strcmp(a->clause, b->clause);
    return clauses != 0 ? clauses : (int)a->severity - (int)b->severity;
}

static void sort(struct violations *to, const struct violations *from)
{
    to->count = from->count;
    memcpy(to->list, from->list, from->count * sizeof from->list[0]);
    qsort(to->list, to->count, sizeof to->list[0], compare);
}

void demand_violations(const struct violations *expected, const struct violations *reported)
{
    static struct violations one, other;
    if (expected->full || reported->full)
        return;
    sort(&one, expected);
    sort(&other, reported);
    for (uint32_t i = 0; i < one.count || i < other.count; i++) {
        const int order = i == one.count ? 1 : i == other.count ? -1 : compare(&one.list[i], &other.list[i]);
        LAW(order >= 0, "the oracle does not report %s at 0x%x", one.list[i].clause, one.list[i].offset);
        LAW(order <= 0, "the oracle reports %s at 0x%x, and nobody expects it", other.list[i].clause,
            other.list[i].offset);
    }
}
