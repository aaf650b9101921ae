/* vector: v1/amd64/encode/unsayable/row-type-next
 * $ cc -o input input.c -lsframe && ./input
 * seen: function: 0\n(.*\n)*.*sframe_fre_start_addr_size: Assertion */
#include "libsframe-encode.h"

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    sframe_encoder_ctx *encoder = begin(PLAIN);
    printf("function: %d\n", ADD(encoder, 64, 15, 0, 1));
    report_row(encoder, 0);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
