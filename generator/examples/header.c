/* The C header: asks a reader, here libsframe-ref, all its lookups. */
#include "vectors.h"
#include <sframe-ref.h>
#include <stdio.h>

static const enum sfr_profile profiles[] = {
    [SFV_V1] = SFR_V1, [SFV_V2] = SFR_V2, [SFV_V2E1] = SFR_V2E1, [SFV_V2E2] = SFR_V2E2, [SFV_V3] = SFR_V3};

int main(void)
{
    static u8 made[1 << 22]; /* a large section */
    unsigned asked = 0, wrong = 0;
    for (unsigned i = 0; i < SFV_COUNT; i++) {
        const struct sfv_vector *vector = sfv_vectors[i];
        struct sfr_section section;
        struct sfr_answer answer;
        if (vector->operation != SFV_LOOKUP || vector->may != SFV_MAY_ANSWER)
            continue;
        if (vector->parts != 0) sfv_make(vector, made);
        sfr_open(&section, vector->parts != 0 ? made : vector->bytes, vector->size, vector->address,
                 profiles[vector->profile], NULL);
        bool found = sfr_lookup(&section, vector->pc, &answer) == SFR_FOUND;
        wrong += found != (vector->found.what == SFV_FOUND_ROW) ||
                 (found && answer.rules.cfa.offset != vector->found.cfa.offset);
        asked++;
    }
    return printf("%u lookups, %u wrong answers\n", asked, wrong) < 0 || asked == 0 || wrong != 0;
}
