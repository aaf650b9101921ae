/* A header is read by GNU libsframe. */
#include "reader.h"

#include <sframe-api.h>

void read_header(const uint8_t *bytes, size_t size)
{
    int error = 0;
    sframe_decoder_ctx *decoder = sframe_decode((const char *)bytes, size, &error);
    if (decoder != NULL)
        sframe_decoder_free(&decoder);
}
