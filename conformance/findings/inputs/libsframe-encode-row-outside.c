/* vector: v3/amd64/encode/unsayable/row-at-end
 * $ cc -o input input.c -lsframe && ./input
 * seen: row at 64: 0\n5[0-9] bytes */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN);
    report_function(encoder, 64, SFRAME_FDE_TYPE_PCINC, 2);
    report_row(encoder, 0);
    report_row(encoder, 64);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
