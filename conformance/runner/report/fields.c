/* As the oracle annotates them: apart from the other formats, as its JSON and jansson's do not mix. */
#include "fields.h"

#include "tool/report.h"

#include <stdlib.h>

enum { SECTION_MAX = 1 << 16 }; /* a longer one is not looked at byte by byte */

void put_fields(FILE *out, const struct vector *vector)
{
    const size_t size = vector->bytes.size / 2;
    uint8_t *const bytes = size <= SECTION_MAX ? malloc(size + 1) : NULL;
    const struct request request = {
        .profile = (enum sfr_profile)vector->profile, .address_given = true, .address = vector->address};
    const struct source source = {.bytes = bytes, .size = size};
    struct subject subject = {.request = &request, .source = &source};
    struct json json = {.out = out, .after = true};
    if (bytes == NULL)
        return;
    for (size_t i = 0; i < size; i++)
        bytes[i] =
            (uint8_t)(digit_value(vector->bytes.at[2 * i]) << 4 | digit_value(vector->bytes.at[2 * i + 1]));
    if (subject_begin(&subject, false))
        (void)json_fields(&json, &subject);
    subject_end(&subject);
    free(bytes);
}
