/* vector: v3/amd64/encode/inc-addr1-word1-one/whole
 * $ cc -o input input.c -lsframe && ./input
 * seen: sframe_encode refuses: Corrupt SFrame encoder */
#include "libsframe-encode.h"

int main(void)
{
    sframe_encoder_ctx *encoder = begin(0);
    finish(encoder);
    sframe_encoder_free(&encoder);
    return 0;
}
