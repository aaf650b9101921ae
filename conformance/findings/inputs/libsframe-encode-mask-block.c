/* vector: v2/amd64/encode/unsayable/mask-block-zero
 * $ cc -o input input.c -lsframe && ./input
 * seen: function: 0\nrow at 0: 0\n[45][0-9] bytes */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN);
#ifndef SFRAME_VERSION_2
    return printf("no such field\n"), 1;
#endif
    report_function(encoder, 64, SFRAME_FDE_TYPE_PCMASK, 1);
    report_row(encoder, 0);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
