/* vector: v1/amd64/encode/unsayable/row-before
 * $ cc -o input input.c -lsframe && ./input
 * seen: row at 16: 0\n[45][0-9] bytes */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN);
    tell_function(encoder, 64, SFRAME_FDE_TYPE_PCINC, 3);
    tell_row(encoder, 0);
    tell_row(encoder, 32);
    tell_row(encoder, 16);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
