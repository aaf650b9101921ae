/* $ cc -o input input.c -lsframe && ./input
 * seen: row of 1: 0\n.*\nplaces 0 0 */
#include "libsframe-encode.h"

static void row_of(sframe_encoder_ctx *encoder, unsigned function, char offset)
{
    sframe_frame_row_entry row;
    memset(&row, 0, sizeof row);
    row.fre_info = SFRAME_V1_FRE_INFO(SFRAME_BASE_REG_SP, 1, SFRAME_FRE_OFFSET_1B);
    memset((char *)&row + sizeof row.fre_start_addr, offset, 1);
    printf("row of %u: %d\n", function, sframe_encoder_add_fre(encoder, function, &row));
}

int main(void)
{
    sframe_encoder_ctx *encoder = begin(PLAIN);
    report_function(encoder, 64, SFRAME_FDE_TYPE_PCINC, 1);
    report_function(encoder, 64, SFRAME_FDE_TYPE_PCINC, 1);
    row_of(encoder, 0, 8);
    row_of(encoder, 1, 16);
    const unsigned char *const bytes = finish(encoder);
    const int size = bytes[2] == 1 ? 17 : bytes[2] == 2 ? 20 : 16;
    const int place = bytes[2] == 3 ? 12 : 8;
    printf("places %d %d\n", bytes[28 + place], bytes[28 + size + place]);
    sframe_encoder_free(&encoder);
    return 0;
}
