/* $ cc -o input input.c -lsframe && ./input
 * seen: rows: 0\nrows: 0\n(.*\n)*.*Assertion .fre_size == ehp-> */
#include "libsframe-encode.h"

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
#ifdef SFRAME_VERSION_3
    static const char first[] = {1, 0, 0, 0, 0, 0, 3, 8}, second[] = {1, 0, 0, 0, 0, 4, 3, 16};
    sframe_encoder_ctx *encoder = begin(PLAIN);
    printf("function: %d\n", sframe_encoder_add_funcdesc(encoder, 0x1000, 64));
    printf("rows: %d\n", sframe_encoder_add_fres_buf(encoder, 0, 1, first, sizeof first));
    printf("rows: %d\n", sframe_encoder_add_fres_buf(encoder, 0, 1, second, sizeof second));
    finish(encoder);
    sframe_encoder_free(&encoder);
#endif
    return 0;
}
