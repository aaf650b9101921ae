/* $ cc -o input input.c -lsframe && ./input
 * seen: sframe_encoder_add_fres_buf: Assertion */
#include "libsframe-encode.h"

int main(void)
{
#ifdef SFRAME_VERSION_3
    static const char rows[] = {1, 0, 0, 0, 0, 0, 3, 8};
    sframe_encoder_ctx *encoder = begin(PLAIN);
    printf("function: %d\n", sframe_encoder_add_funcdesc(encoder, 0x1000, 64));
    printf("rows: %d\n", sframe_encoder_add_fres_buf(encoder, 0, 1, rows, sizeof rows - 1));
    sframe_encoder_free(&encoder);
#endif
    return 0;
}
