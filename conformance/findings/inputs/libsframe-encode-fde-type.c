/* vector: v3/amd64/encode/unsayable/function-type-next
 * $ cc -o input input.c -lsframe && ./input
 * seen: function: 0\nrow at 0: 0\n52 bytes */
#include "libsframe-encode.h"

int main(void)
{
#ifdef SFRAME_VERSION_3
    sframe_encoder_ctx *encoder = begin(PLAIN);
    printf("function: %d\n", sframe_encoder_add_funcdesc_v3(encoder, 0x1000, 64, 0, 2, 0, 1));
    report_row(encoder, 0);
    finish(encoder);
    sframe_encoder_free(&encoder);
#endif
    return 0;
}
