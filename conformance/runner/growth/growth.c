#include "../run.h"

#include "measure.h"

/* Each profile with each ABI that it defines.  The first pair that the adapter declares is measured. */
static const struct {
    enum profile profile;
    enum abi abi;
} tried[] = {
    {V3, AMD64},        {V3, AARCH64},      {V3, AARCH64_BE}, {V3, S390X},      {V2E2, AMD64},
    {V2E2, AARCH64},    {V2E2, AARCH64_BE}, {V2E2, S390X},    {V2E1, AMD64},    {V2E1, AARCH64},
    {V2E1, AARCH64_BE}, {V2, AMD64},        {V2, AARCH64},    {V2, AARCH64_BE}, {V1, AMD64},
    {V1, AARCH64},      {V1, AARCH64_BE},
};

static bool choose(const struct declaration *declaration, struct measured *measured)
{
    for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++)
        if (declaration->profiles[tried[i].profile] && declaration->abis[tried[i].abi]) {
            measured->profile = tried[i].profile;
            measured->abi = tried[i].abi;
            return true;
        }
    return false;
}

static void measure_all(struct measured *measured, const struct declaration *declaration, json_t *list)
{
    static const enum operation operations[] = {DECODE, CHECK, LOOKUP};
    const struct asker *const asker = &measured->asker;
    for (unsigned i = 0; i < sizeof operations / sizeof *operations; i++)
        for (enum family family = FUNCTIONS; family < FAMILIES; family++)
            if (declaration->operations[operations[i]] && runner_grown_may_be(measured->profile, family) &&
                asker->trouble == 0 && *asker->interrupted == 0)
                runner_measure_family(measured, operations[i], family, list);
    if (asker->trouble == 0 && *asker->interrupted == 0)
        runner_measure_leak(measured, declaration->operations, list);
}

int runner_growth(const struct plan *plan)
{
    int trouble = 0;
    for (unsigned i = 0; trouble == 0 && i < plan->report->count; i++) {
        struct implementation_report *const report = &plan->report->implementations[i];
        struct measured measured = {.asker = {.command = &plan->commands[i],
                                              .limits = &plan->limits,
                                              .children = plan->children,
                                              .interrupted = plan->interrupted}};
        if (report->one_shot || report->missing[0] != '\0' || !choose(&report->declaration, &measured))
            continue;
        report->growth = json_array();
        measure_all(&measured, &report->declaration, report->growth);
        runner_asker_free(&measured.asker);
        trouble = measured.asker.trouble;
    }
    plan->report->complete = plan->report->complete && !*plan->interrupted && trouble == 0;
    return trouble;
}
