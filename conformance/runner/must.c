#include "must.h"

#include <stdio.h>
#include <string.h>

/* By patterns of ids, which are never renamed.  Each ABI has the functions, and each profile and ABI a link of
 * one object; of two, where an assembler of that text makes objects for linkers. */
static const char *const musts[] = {
    "*/frames/leaf",
    "*/frames/frame_without_fp",
    "*/frames/frame_with_fp",
    "*/frames/0/section",
    "*/link/single/frame/gas-2.4?/static",
    "*/link/single/frame/llvm-22/static",
    "*/link/single/frame/v2e2-other-abis/static",
    "*/link/pairs/leaf+frame/gas-2.4?/static",
    "*/link/pairs/leaf+frame/llvm-22/static",
};

bool runner_must_be_said(const struct vector *vector, const struct declaration *declaration)
{
    if (vector->profile < PROFILE_COUNT && declaration->leaves_out[vector->profile])
        return false;
    for (size_t i = 0; i < sizeof musts / sizeof *musts; i++)
        if (runner_span_fits_glob(musts[i], vector->id))
            return true;
    return false;
}

void runner_hold_to_it(const struct vector *vector, const struct declaration *declaration,
                       struct judgement *judgement)
{
    char words[WORDS_MAX];
    if (runner_outcome_is_judged[judgement->outcome] || !runner_must_be_said(vector, declaration))
        return;
    (void)snprintf(words, sizeof words, "%.200s", judgement->reason);
    runner_judge_as(judgement, FAIL, "%s, and every writer must be able to say this%s%s",
                    runner_outcome_names[judgement->outcome], words[0] != '\0' ? ": " : "", words);
}
