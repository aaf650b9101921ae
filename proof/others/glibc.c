/* A header is read by glibc's reader. */
#include "reader.h"

#include <sframe-read.h>

void read_header(const uint8_t *bytes, size_t size)
{
    sframe_decoder_ctx decoder;
    (void)size; /* glibc's function does not take it */
    (void)__sframe_decode(&decoder, (const char *)bytes);
}
