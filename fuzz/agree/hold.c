#include "hold.h"

#include "demand.h"
#include "hear.h"
#include "implementation.h"
#include "judging.h"
#include "law.h"

#include <stdlib.h>
#include <string.h>

/* --- By value ------------------------------------------------------------------------------------------- */

static void hold_flip(const struct vector *vector, const uint8_t *bytes)
{
    uint8_t *const flipped = fuzz_block(bytes, vector->length);
    LAW(sfr_flip(bytes, vector->length, (enum sfr_profile)vector->profile, flipped, NULL),
        "the oracle does not flip what is valid");
    LAW(vector->flipped->length == vector->length &&
            memcmp(vector->flipped->bytes, flipped, vector->length) == 0,
        "the oracle flips to other bytes");
    free(flipped);
}

static void hold_answer(const struct vector *vector, const uint8_t *bytes)
{
    struct sfr_section section;
    (void)sfr_open(&section, bytes, vector->length, vector->address, (enum sfr_profile)vector->profile, NULL);
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

/* --- By text -------------------------------------------------------------------------------------------- */

static void hold_reading(const struct vector *vector, const uint8_t *bytes)
{
    static char words[JUDGED_MAX];
    const struct implementation_request request = {.operation = operation_name(vector->operation),
                                                   .profile = profile_name(vector->profile),
                                                   .abi = abi_name(vector->abi),
                                                   .address = vector->address,
                                                   .pc = vector->pc,
                                                   .bytes = bytes,
                                                   .size = vector->length};
    const struct asked asked = {request.profile,
                                request.abi,
                                request.operation,
                                class_name(vector->vector_class),
                                vector->expectation->begin,
                                vector->expectation->length};
    size_t size;
    const char *const answer = implementation_answer(&request, &size);
    LAW(is_own_reading(&asked, answer, size, words), "the oracle's reading is another: %s; answered %.*s",
        words, (int)(size < JUDGED_MAX ? size : JUDGED_MAX), answer);
}

/* --- By class ------------------------------------------------------------------------------------------- */

void hold_vector(const struct emitter *emitter, const struct vector *vector)
{
    static struct violations heard;
    uint8_t *const bytes = fuzz_block(vector->bytes, vector->length);
    const bool answers = vector->vector_class == CLASS_VALID ||
                         (vector->vector_class == CLASS_IRREGULAR && emitter->open_point == NULL);
    (void)hear_check(bytes, vector->length, vector->address, (enum sfr_profile)vector->profile, &heard);
    if (vector->vector_class == CLASS_CONTESTED)
        hold_reading(vector, bytes);
    else
        demand_violations(&emitter->violations, &heard);
    if (answers && vector->encoded != NULL) /* of larger sections the model is a part */
        hold_answer(vector, bytes);
    free(bytes);
}
