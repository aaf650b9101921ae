/* vector: v3/amd64/encode/fault-twin-outermost/whole/pcrel
 * $ cc -o input input.c -lsframe && ./input
 * seen: Assertion .fre_size == ehp->|killed by SIG */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN);
    report_function(encoder, 64, SFRAME_FDE_TYPE_PCINC, 0);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
