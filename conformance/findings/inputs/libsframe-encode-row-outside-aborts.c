/* vector: v1/amd64/encode/unsayable/row-at-end
 * $ cc -o input input.c -lsframe && ./input
 * seen: sframe_encoder_add_fre: Assertion .*fre_start_addr < fdep-> */
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
