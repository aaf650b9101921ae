/* vector: v1/amd64/encode/unsayable/flag
 * $ cc -o input input.c -lsframe && ./input
 * seen: row at 0: 0\n[45][0-9] bytes: e2 de 0[123] 4 */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN | 0x40);
    report_function(encoder, 64, SFRAME_FDE_TYPE_PCINC, 1);
    report_row(encoder, 0);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
