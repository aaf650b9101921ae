/* vector: v1/amd64/encode/unsayable/abi-next
 * $ cc -o input input.c -lsframe && ./input
 * seen: [45][0-9] bytes: e2 de 0[123] 0[0-9] 09 */
#include "libsframe-encode.h"

int main(void)
{
    int error = 0;
    sframe_encoder_ctx *encoder = sframe_encode(VERSION, PLAIN, 9, 0, -8, &error);
    if (encoder == NULL) {
        printf("sframe_encode refuses: %s\n", sframe_errmsg(error));
        return 0;
    }
    report_function(encoder, 64, SFRAME_FDE_TYPE_PCINC, 1);
    report_row(encoder, 0);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
