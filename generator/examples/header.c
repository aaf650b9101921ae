/* The C header: holds its lookups against a reader, here libsframe-ref. */
#include "vectors.h"

#include <sframe-ref.h>
#include <stdio.h>

/* Both number the texts from the first to the last. */
static enum sfr_profile oracles_profile(enum sfv_profile profile)
{
    _Static_assert((int)SFV_V1 == (int)SFR_V1 && (int)SFV_V2 == (int)SFR_V2 &&
                       (int)SFV_V2E1 == (int)SFR_V2E1 && (int)SFV_V2E2 == (int)SFR_V2E2 &&
                       (int)SFV_V3 == (int)SFR_V3,
                   "a profile has another number");
    return (enum sfr_profile)(int)profile;
}

int main(void)
{
    unsigned asked = 0, wrong = 0;
    for (unsigned i = 0; i < SFV_COUNT; i++) {
        const struct sfv_vector *vector = sfv_vectors[i];
        struct sfr_section section;
        struct sfr_answer answer;
        if (vector->operation != SFV_LOOKUP || vector->may != SFV_MAY_ANSWER)
            continue;
        sfr_open(&section, vector->bytes, vector->size, vector->address, oracles_profile(vector->profile),
                 NULL);
        bool found = sfr_lookup(&section, vector->pc, &answer) == SFR_FOUND;
        wrong += found != (vector->found.what == SFV_FOUND_ROW) ||
                 (found && answer.rules.cfa.offset != vector->found.cfa.offset);
        asked++;
    }
    printf("%u lookups, %u wrong answers\n", asked, wrong);
    return asked == 0 || wrong != 0;
}
