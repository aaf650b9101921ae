/* vector: v1/amd64/encode/unsayable/row-start-addr1
 * $ cc -o input input.c -lsframe && ./input
 * seen: sframe_encoder_write_fre: Assertion .*fre_start_addr <= bitmask */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN);
    report_function(encoder, 512, SFRAME_FDE_TYPE_PCINC, 2);
    report_row(encoder, 0);
    report_row(encoder, 256);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
