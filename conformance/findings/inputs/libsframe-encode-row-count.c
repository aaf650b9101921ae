/* vector: v3/amd64/encode/unsayable/rows-65536
 * $ cc -o input input.c -lsframe && ./input
 * seen: 3932[0-9][0-9] bytes: .*\nrows: 0$ */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN);
    if (add_function(encoder, 65536, SFRAME_FRE_TYPE_ADDR4, SFRAME_FDE_TYPE_PCINC, 65536) != 0)
        return printf("the function is refused\n"), 1;
    for (uint32_t i = 0; i < 65536; i++)
        if (add_row(encoder, i) != 0)
            return printf("row %u is refused\n", i), 1;
    const unsigned char *const bytes = finish(encoder);
    /* Behind the header (28 bytes) and the function (16) stands the count. */
    printf("rows: %u\n", bytes[44] | bytes[45] << 8);
    sframe_encoder_free(&encoder);
    return 0;
}
