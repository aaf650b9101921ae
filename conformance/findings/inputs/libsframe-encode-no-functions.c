/* vector: v1/amd64/encode/no-functions-flags-0/whole
 * $ cc -o input input.c -lsframe && ./input
 * seen: sframe_encoder_write refuses: Buffer does not contain SFrame data */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
