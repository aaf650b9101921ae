#include "oracle_agrees.h"

#include "asking.h"
#include "check.h"
#include "demand.h"
#include "emitter.h"
#include "law.h"
#include "vocabulary.h"

#include <stdlib.h>
#include <string.h>

/* --- By value ------------------------------------------------------------------------------------------- */

static void hold_flip(const struct vector *vector, const uint8_t *bytes)
{
    uint8_t *const flipped = fuzz_block(bytes, vector->length);
    LAW(flip_section(bytes, vector->length, oracles_profile(vector->profile), flipped, NULL),
        "the oracle does not flip what is valid");
    LAW(vector->flipped->length == vector->length &&
            memcmp(vector->flipped->bytes, flipped, vector->length) == 0,
        "the oracle flips to other bytes");
    free(flipped);
}

static void hold_answer(const struct vector *vector, const uint8_t *bytes)
{
    struct sfr_section section;
    (void)sfr_open(&section, bytes, vector->length, vector->address, oracles_profile(vector->profile), NULL);
    if (vector->operation == OPERATION_FLIP) {
        hold_flip(vector, bytes);
    } else if (vector->operation == OPERATION_DECODE) {
        demand_reading(vector->section, &section);
    } else if (vector->operation == OPERATION_LOOKUP) {
        demand_lookup(vector->section, &section, vector->pc);
        sfr_survey(&section);
        demand_lookup(vector->section, &section, vector->pc);
    }
}

/* --- By class ------------------------------------------------------------------------------------------- */

static void hold_vector(const struct emitter *emitter, const struct vector *vector)
{
    static struct violations reported;
    uint8_t *const bytes = fuzz_block(gen_vector_bytes(vector), vector->length);
    const bool answers = vector->vector_class == CLASS_VALID ||
                         (vector->vector_class == CLASS_IRREGULAR && emitter->open_point == NULL);
    (void)reported_by_check(bytes, vector->length, vector->address, oracles_profile(vector->profile), &reported);
    if (vector->vector_class == CLASS_CONTESTED)
        ask_for_own_reading(vector);
    else
        demand_violations(&emitter->violations, &reported);
    if (vector->operation == OPERATION_UNWIND && vector->vector_class != CLASS_CONTESTED)
        ask_vector(vector);
    else if (answers && vector->encoded != NULL) /* for larger sections the model is only a part */
        hold_answer(vector, bytes);
    free(bytes);
}

/* --- The emitter ---------------------------------------------------------------------------------------- */

static struct emitter *emitter; /* the vectors that are compared come from it */

static bool hold(struct sink *sink, const struct vector *vector)
{
    (void)sink;
    hold_vector(emitter, vector);
    return true;
}

struct emitter *emitter_that_compares(void)
{
    emitter = emitter_anew(hold);
    return emitter;
}
