/* vector: v2/amd64/encode/unsayable/mask-block-zero
 * $ cc -o input input.c -lsframe && ./input
 * seen: function: 0\nrow at 0: 0\n[45][0-9] bytes */
#include <sframe-api.h>
#include <stdio.h>
#include <string.h>

#ifdef SFRAME_VERSION_3
#define VERSION                       SFRAME_VERSION_3
#define PLAIN                         SFRAME_F_FDE_FUNC_START_PCREL
#define ADD(e, size, info, rep, rows) sframe_encoder_add_funcdesc_v3(e, 0x1000, size, info, 0, rep, rows)
#define WRITE(e, size, error)         sframe_encoder_write(e, size, false, error)
#elif defined SFRAME_VERSION_2
#define VERSION                       SFRAME_VERSION_2
#define PLAIN                         0
#define ADD(e, size, info, rep, rows) sframe_encoder_add_funcdesc_v2(e, 0x1000, size, info, rep, rows)
#define WRITE(e, size, error)         sframe_encoder_write(e, size, error)
#else
#define VERSION                       SFRAME_VERSION_1
#define PLAIN                         0
#define ADD(e, size, info, rep, rows) sframe_encoder_add_funcdesc(e, 0x1000, size, info, rows)
#define WRITE(e, size, error)         sframe_encoder_write(e, size, error)
#endif

/* A row with one word of a byte: CFA = SP + 8. */
static void add_row(sframe_encoder_ctx *encoder, uint32_t start)
{
    sframe_frame_row_entry row;
    memset(&row, 0, sizeof row);
    row.fre_start_addr = start;
    row.fre_info = SFRAME_V1_FRE_INFO(SFRAME_BASE_REG_SP, 1, SFRAME_FRE_OFFSET_1B);
    memset((char *)&row + sizeof row.fre_start_addr, 8, 1);
    printf("row at %u: %d\n", start, sframe_encoder_add_fre(encoder, 0, &row));
}

int main(void)
{
    int error = 0;
    size_t size = 0;
    sframe_encoder_ctx *encoder =
        sframe_encode(VERSION, PLAIN, SFRAME_ABI_AMD64_ENDIAN_LITTLE, 0, -8, &error);
    if (encoder == NULL)
        return printf("sframe_encode refuses: %s\n", sframe_errmsg(error)), 1;
    const unsigned char info = sframe_fde_create_func_info(SFRAME_FRE_TYPE_ADDR1, SFRAME_FDE_TYPE_PCMASK);
#ifndef SFRAME_VERSION_2
    return printf("no such field\n"), 1;
#endif
    printf("function: %d\n", ADD(encoder, 64, info, 0, 1));
    add_row(encoder, 0);
    const char *const bytes = WRITE(encoder, &size, &error);
    if (bytes == NULL)
        return printf("sframe_encoder_write refuses: %s\n", sframe_errmsg(error)), 1;
    printf("%zu bytes:", size);
    for (size_t i = 0; i < size && i < 100; i++)
        printf(" %02x", (unsigned char)bytes[i]);
    printf("\n");
    sframe_encoder_free(&encoder);
    return 0;
}
