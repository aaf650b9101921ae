#include "declaration.h"

#include <stdio.h>

/* Patterns of ids, which are never renamed.  There are functions for each ABI, and for each profile and ABI a
 * link of one object; also a link of two, where an assembler for that text makes objects for linkers. */
static const struct {
    const char *ids, *what;
} basics[] = {
#include "basic.inc" /* basic.txt: see runner.mk */
};

/* What the vector asks for, in words; null if a writer need not be able to express it. */
static const char *what_is_basic(const struct vector *vector, const struct declaration *declaration)
{
    if (vector->profile < PROFILE_COUNT && declaration->leaves_out[vector->profile])
        return NULL;
    for (size_t i = 0; i < sizeof basics / sizeof *basics; i++)
        if (runner_span_fits_glob(basics[i].ids, vector->id))
            return basics[i].what;
    return NULL;
}

bool runner_is_basic(const struct vector *vector, const struct declaration *declaration)
{
    return what_is_basic(vector, declaration) != NULL;
}

void runner_fail_if_basic(const struct vector *vector, const struct declaration *declaration,
                          struct judgement *judgement)
{
    const char *const what = what_is_basic(vector, declaration);
    char words[WORDS_MAX];
    if (what == NULL || runner_outcome_is_judged[judgement->outcome])
        return;
    (void)snprintf(words, sizeof words, "%.200s", judgement->reason);
    runner_judge_as(judgement, FAIL, "%s%s%s; every writer must be able to say this: %s",
                    runner_outcome_names[judgement->outcome], words[0] != '\0' ? ": " : "", words, what);
}
