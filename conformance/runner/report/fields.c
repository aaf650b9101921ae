/* Writes fields as the oracle annotates them.  This is apart from the other formats because the oracle's JSON
 * functions and jansson's cannot be used in one file. */
#include "fields.h"

#include "tool/printing.h"

#include <stdlib.h>

enum { SECTION_MAX = 1 << 16 }; /* longer sections are not shown byte by byte */

/* The runner's and the oracle's profiles have the same numbers. */
static enum sfr_profile oracles_profile(enum profile profile)
{
    _Static_assert((int)V1 == (int)SFR_V1 && (int)V2 == (int)SFR_V2 && (int)V2E1 == (int)SFR_V2E1 &&
                       (int)V2E2 == (int)SFR_V2E2 && (int)V3 == (int)SFR_V3 &&
                       (int)PROFILE_COUNT == (int)SFR_PROFILE_COUNT,
                   "a profile has another number");
    return (enum sfr_profile)(int)profile;
}

void runner_put_fields(FILE *out, const struct vector *vector)
{
    const size_t size = vector->bytes.size / 2;
    uint8_t *const bytes = size <= SECTION_MAX ? malloc(size + 1) : NULL;
    const struct request request = {
        .profile = oracles_profile(vector->profile), .address_given = true, .address = vector->address};
    const struct source source = {.bytes = bytes, .size = size};
    struct subject subject = {.request = &request, .source = &source};
    struct json json = {.out = out, .after = true};
    if (bytes == NULL)
        return;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(runner_digit_value(vector->bytes.at[2 * i]) << 4 |
                             runner_digit_value(vector->bytes.at[2 * i + 1]));
    if (tool_subject_begin(&subject, false))
        (void)tool_json_fields(&json, &subject);
    tool_subject_end(&subject);
    free(bytes);
}
