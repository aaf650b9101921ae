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

/* The section of the last vector, as nearly all are asked several times. */
static struct {
    uint8_t *bytes;
    size_t size;
    uint64_t address;
    enum sfr_profile profile;
    struct sfr_section opened, surveyed;
    struct violations reported;
} seen;

static void see(const struct vector *vector)
{
    const uint8_t *const bytes = gen_vector_bytes(vector);
    const enum sfr_profile profile = oracles_profile(vector->profile);
    if (seen.bytes != NULL && seen.size == vector->length && seen.address == vector->address &&
        seen.profile == profile && memcmp(seen.bytes, bytes, seen.size) == 0)
        return;
    free(seen.bytes);
    seen.bytes = fuzz_block(bytes, vector->length);
    seen.size = vector->length;
    seen.address = vector->address;
    seen.profile = profile;
    (void)sfr_open(&seen.opened, seen.bytes, seen.size, seen.address, profile, NULL);
    seen.surveyed.bytes = NULL; /* not yet */
    (void)reported_by_check(seen.bytes, seen.size, seen.address, profile, &seen.reported);
}

static void hold_answer(const struct vector *vector)
{
    if (vector->operation == OPERATION_FLIP) {
        hold_flip(vector, seen.bytes);
    } else if (vector->operation == OPERATION_DECODE) {
        demand_reading(vector->section, &seen.opened);
    } else if (vector->operation == OPERATION_LOOKUP) {
        demand_lookup(vector->section, &seen.opened, vector->pc);
        if (seen.surveyed.bytes == NULL) {
            seen.surveyed = seen.opened;
            sfr_survey(&seen.surveyed);
        }
        demand_lookup(vector->section, &seen.surveyed, vector->pc);
    }
}

/* --- By class ------------------------------------------------------------------------------------------- */

static void hold_vector(const struct emitter *emitter, const struct vector *vector)
{
    const bool answers = vector->vector_class == CLASS_VALID ||
                         (vector->vector_class == CLASS_IRREGULAR && emitter->open_point == NULL);
    see(vector);
    if (vector->vector_class == CLASS_CONTESTED)
        ask_for_own_reading(vector);
    else
        demand_violations(&emitter->violations, &seen.reported);
    if (vector->operation == OPERATION_UNWIND && vector->vector_class != CLASS_CONTESTED)
        ask_vector(vector);
    else if (answers && vector->encoded != NULL) /* for larger sections the model is only a part */
        hold_answer(vector);
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
