/* vector: v1/amd64/encode/unsayable/functions-mingled
 * $ cc -o input input.c -lsframe && ./input
 * seen: 1st: \d+ bytes(.*\n)*.*Assertion */
#include "libsframe-encode.h"

/* Adds a function with two rows, the second at ROW, and reports the results. */
static void report(sframe_encoder_ctx *encoder, unsigned number, int start, unsigned type, uint32_t row)
{
    const unsigned info = sframe_fde_create_func_info(type, SFRAME_FDE_TYPE_PCINC);
    printf("function at 0x%x: %d\n", start, ADD_AT(encoder, start, 0x200, info, 0, 2));
    printf("rows: %d %d\n", add_row_of(encoder, number, 0), add_row_of(encoder, number, row));
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    sframe_encoder_ctx *encoder = begin(PLAIN | SFRAME_F_FDE_SORTED);
    report(encoder, 0, 0x2000, SFRAME_FRE_TYPE_ADDR2, 0x100);
    report(encoder, 1, 0x1000, SFRAME_FRE_TYPE_ADDR1, 0x10);
    for (int i = 1; i <= 2; i++) {
        int error = 0;
        size_t size = 0;
        const char *const bytes = WRITE_SORTED(encoder, &size, &error);
        printf("%s: %zu bytes, %s\n", i == 1 ? "1st" : "2nd", size,
               bytes != NULL ? "no error" : sframe_errmsg(error));
    }
    sframe_encoder_free(&encoder);
    return 0;
}
